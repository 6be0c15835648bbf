import { formatPhone } from '@kerbside/schema/contact'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import {
  Alert,
  Button,
  Checkbox,
  Fab,
  FormControlLabel,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useCan } from '../../../api/session.ts'
import { Muted } from '../../ui/section.tsx'
import { dayOf, formatDate } from '../../ui/times.ts'
import { followUpIn, followUpOn, followUpShortcuts } from '../detail/work/lead-follow-up.tsx'
import { leadDetail } from '../lead.queries.ts'
import { callOutcomes, jobText, nameOf, type CallOutcomeName } from '../lead-labels.ts'
import type { WorkedLead } from '../leads.queries.ts'
import { useListedLead } from '../loaded-leads.ts'
import { askAboutCall, endCall, onReturn, useOngoingCall, type OngoingCall } from './ongoing-call.ts'
import { Sheet } from './sheet.tsx'
import { useLogCall } from './use-log-call.ts'

/** On every staff screen: asks how a call went once the person is back from it, and leads to that question until then. */
export function CallInProgress() {
  const mayEdit = useCan('lead:edit')
  const call = useOngoingCall()
  useEffect(() => onReturn(() => askAboutCall(true)), [])
  return call && mayEdit ? <AskedCall key={call.leadId} call={call} /> : null
}

function AskedCall({ call }: { call: OngoingCall }) {
  const { isAsked, ids } = call
  const lead = useCalledLead(call)
  if (!lead) return null
  return (
    <>
      {!isAsked && (
        <Fab
          variant="extended"
          color="primary"
          onClick={() => askAboutCall(true)}
          sx={{ position: 'fixed', bottom: 16, left: 16, maxWidth: 'calc(100% - 32px)', whiteSpace: 'nowrap' }}
        >
          <PhoneIcon sx={{ mr: 1 }} />
          How did the call go?
        </Fab>
      )}
      <CallSheet lead={lead} ids={ids} open={isAsked} />
    </>
  )
}

/** The lead as it was called or, once the page was loaded anew, as it is; null until that is known. */
function useCalledLead({ lead, leadId }: OngoingCall): WorkedLead | null {
  const { data, failureReason } = useQuery({ ...leadDetail(leadId), enabled: lead === null })
  const listed = useListedLead(leadId, lead === null && failureReason !== null)
  const isGone = lead === null && data === null
  useEffect(() => {
    if (isGone) endCall()
  }, [isGone])
  return lead ?? data ?? listed
}

type CallSheetProps = Pick<OngoingCall, 'ids'> & { lead: WorkedLead; open: boolean }

function CallSheet({ lead, ids, open }: CallSheetProps) {
  const [outcome, setOutcome] = useState<CallOutcomeName | null>(null)
  const [note, setNote] = useState('')
  const [followUp, setFollowUp] = useState<string | null | undefined>()
  const [isContacted, setContacted] = useState(true)
  const { mutate, isPending, error } = useLogCall(lead, ids, endCall)
  const mayContact = lead.status === 'NEW' && outcome === 'REACHED'
  const save = () =>
    outcome &&
    mutate({
      outcome,
      note: note.trim(),
      ...(followUp !== undefined && { followUpAt: followUp }),
      isContacted: mayContact && isContacted,
    })
  return (
    <Sheet
      open={open}
      onClose={() => askAboutCall(false)}
      title="How did it go?"
      text={[nameOf(lead), formatPhone(lead.mobile), jobText(lead)].filter(Boolean).join(' · ')}
      error={error}
      onSubmit={save}
      actions={
        <>
          <Button color="inherit" onClick={endCall} disabled={isPending}>
            I did not call
          </Button>
          <Button color="inherit" onClick={() => askAboutCall(false)} disabled={isPending}>
            Later
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={outcome === null}
            loading={isPending}
            sx={{ flexGrow: 1 }}
          >
            Log the call
          </Button>
        </>
      }
    >
      {lead.sharingStoppedAt && (
        <Alert severity="error">Do not contact: the homeowner stopped sharing their details.</Alert>
      )}
      <Choices
        label="The call"
        isLabelHidden
        value={outcome}
        options={(Object.keys(callOutcomes) as CallOutcomeName[]).map((value) => ({
          value,
          label: callOutcomes[value],
        }))}
        onChoose={setOutcome}
      />
      {mayContact && (
        <FormControlLabel
          sx={{ my: -1 }}
          label="Move to Contacted"
          control={<Checkbox checked={isContacted} onChange={(event) => setContacted(event.target.checked)} />}
        />
      )}
      <TextField
        label="Note for colleagues (optional)"
        multiline
        maxRows={4}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <FollowUpChoice lead={lead} value={followUp} onChoose={setFollowUp} />
    </Sheet>
  )
}

type FollowUpChoiceProps = {
  lead: WorkedLead
  value: string | null | undefined
  onChoose: (at: string | null | undefined) => void
}

function FollowUpChoice({ lead: { followUpAt }, value, onChoose }: FollowUpChoiceProps) {
  const options = followUpShortcuts.map(({ label, days }) => ({ label, value: followUpIn(days) }))
  return (
    <>
      <Choices
        label={followUpAt ? `Follow-up (now ${formatDate(followUpAt)})` : 'Follow-up'}
        value={value === null ? none : value}
        options={followUpAt ? [...options, { label: 'None', value: none }] : options}
        onChoose={(chosen) => onChoose(chosen === none ? null : (chosen ?? undefined))}
      />
      <TextField
        type="date"
        size="small"
        label="Follow-up on another day"
        value={value && !options.some((option) => option.value === value) ? dayOf(value) : ''}
        onChange={(event) => onChoose(followUpOn(event.target.value) ?? undefined)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </>
  )
}
const none = 'none'

type ChoicesProps<Value extends string> = {
  label: string
  isLabelHidden?: boolean
  value: Value | null | undefined
  options: readonly { value: Value; label: string }[]
  /** Null when the chosen one is pressed again. */
  onChoose: (value: Value | null) => void
}

function Choices<Value extends string>({ label, isLabelHidden, value, options, onChoose }: ChoicesProps<Value>) {
  const id = useId()
  return (
    <div>
      {!isLabelHidden && (
        <Muted id={id} sx={{ mb: 0.5 }}>
          {label}
        </Muted>
      )}
      <ToggleButtonGroup
        exclusive
        fullWidth
        color="primary"
        value={value ?? null}
        onChange={(_event, chosen: Value | null) => onChoose(chosen)}
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value} sx={{ minHeight: 48, textTransform: 'none', px: 0.5 }}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
