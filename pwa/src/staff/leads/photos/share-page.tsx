import { shareResult } from '@kerbside/schema/pages/site-paths'
import { capitalised, countOf } from '@kerbside/schema/text'
import { Alert, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { Muted } from '../../ui/section.tsx'
import { useLeadCache } from '../lead.queries.ts'
import { ChooseLead } from './choose-lead.tsx'
import { PhotosToAdd } from './photos-to-add.tsx'
import { leftOutText, usePhotosToAdd, type PhotoOutcome } from './use-photos-to-add.ts'

/** Where the phone's share sheet leads, and "Add photos" of a lead: photos, the lead that they go to, and sending them. */
export function SharePage({ leadsPath }: { leadsPath: string }) {
  usePageTitle('Add photos to a lead')
  const [parameters, setParameters] = useSearchParams()
  const leadId = parameters.get('lead')
  const { photos, problem, choose, remove, send, startAnew } = usePhotosToAdd()
  const [outcome, setOutcome] = useState<PhotoOutcome | 'sending' | null>(null)
  const { refresh } = useLeadCache(leadId ?? '')
  const isBusy = outcome === 'sending'
  const unsent = photos.filter(({ jpeg, state }) => jpeg !== null && state !== 'sent')
  const sent = photos.filter(({ state }) => state === 'sent').length

  // In the address, so that a reload without a network still knows it; whatever the share sheet left there goes.
  const chooseLead = (id: string | null) => setParameters(id === null ? {} : { lead: id }, { replace: true })

  async function sendAll(): Promise<void> {
    if (leadId === null) return
    setOutcome('sending')
    setOutcome(await send(leadId))
    await refresh()
  }
  function addMore(): void {
    startAnew()
    setOutcome(null)
  }

  if (outcome === 'sent' && unsent.length === 0 && leadId !== null)
    return (
      <Alert severity="success" role="status" sx={{ '& .MuiAlert-message': { flexGrow: 1 } }}>
        {capitalised(countOf(sent, 'photo'))} added to the lead.
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          <Button variant="contained" component={RouterLink} to={`${leadsPath}/${leadId}`}>
            Open the lead
          </Button>
          <Button color="inherit" onClick={addMore}>
            Add more photos
          </Button>
        </Stack>
      </Alert>
    )
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <ShareNotice parameters={parameters} />
      <PhotosToAdd
        photos={photos}
        problem={problem}
        isBusy={isBusy}
        onChoose={(files) => void choose(files)}
        onRemove={(id) => void remove(id)}
      />
      <ChooseLead leadId={leadId} isBusy={isBusy} onChoose={chooseLead} />
      {(outcome === 'away' || outcome === 'failed') && unsent.length > 0 && (
        <Alert severity="warning" role="alert">
          {sent > 0 && `${capitalised(countOf(sent, 'photo'))} added. `}
          {outcome === 'away' && 'There is no connection. '}
          {capitalised(countOf(unsent.length, 'photo'))} not sent yet. {keptText(unsent.every(({ isKept }) => isKept))}
        </Alert>
      )}
      <div>
        <Button
          variant="contained"
          size="large"
          disabled={leadId === null || unsent.length === 0}
          loading={isBusy}
          onClick={() => void sendAll()}
        >
          {outcome === 'away' || outcome === 'failed' ? 'Try again' : sendLabel(unsent.length)}
        </Button>
        {leadId === null && unsent.length > 0 && <Muted sx={{ mt: 1 }}>Choose the lead that they belong to.</Muted>}
      </div>
      <Muted>
        Firms that have the homeowner’s details see the photos, and so does the homeowner. They are made small on this
        device, without where they were taken.
      </Muted>
    </Stack>
  )
}

const sendLabel = (count: number) => (count === 0 ? 'Add photos' : `Add ${countOf(count, 'photo')}`)

const keptText = (isKept: boolean) =>
  isKept
    ? 'What is not sent stays on this device for a day, or until you sign out.'
    : 'Leave this page open until everything is sent.'

/** What became of photos that were shared and are not here. */
function ShareNotice({ parameters }: { parameters: URLSearchParams }) {
  const leftOut = Number(parameters.get(shareResult.leftOut))
  if (parameters.has(shareResult.notKept))
    return (
      <Alert severity="warning">What you shared could not be kept on this device. Please choose the photos here.</Alert>
    )
  return leftOut > 0 ? <Alert severity="warning">{leftOutText(leftOut)}</Alert> : null
}
