import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Skeleton,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Muted } from '../../../ui/section.tsx'
import { messageOf } from '../../../../api/api-error.ts'
import { LoadFailure } from '../../../ui/notices.tsx'
import { SearchField } from '../../../ui/lists/filter-fields.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { firmChoices, reasonsOf, type FirmChoice } from './firm-choices.ts'
import { firmsToOffer, matchingNow, useOfferLead } from './offers.queries.ts'

/** Further firms are found by searching. */
const maximumShown = 30

type OfferDialogProps = { lead: LeadDetail; open: boolean; onClose: () => void }

export function OfferDialog({ lead, open, onClose }: OfferDialogProps) {
  const offer = useOfferLead(lead.id, onClose)
  const close = () => !offer.isPending && onClose()
  return (
    <Dialog open={open} onClose={close} maxWidth="sm" slotProps={{ transition: { onEnter: offer.reset } }}>
      <DialogTitle>Offer {lead.reference} to a firm</DialogTitle>
      <OfferForm lead={lead} offer={offer} onCancel={close} />
    </Dialog>
  )
}

type OfferFormProps = { lead: LeadDetail; offer: ReturnType<typeof useOfferLead>; onCancel: () => void }

/** Mounted only while the dialog is open, so that it starts empty each time. */
function OfferForm({ lead, offer, onCancel }: OfferFormProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<FirmChoice | null>(null)
  const choose = (firm: FirmChoice) => {
    offer.reset()
    setChosen(firm)
  }
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, height: 480 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          The firm gets the job by email and sees who the homeowner is only once it accepts.
        </Typography>
        {offer.isError && <Alert severity="error">{messageOf(offer.error)}</Alert>}
        <Box sx={{ display: 'flex', '& > *': { maxWidth: 'none !important' } }}>
          <SearchField label="Search firms by name or email" value={search} onSearch={setSearch} />
        </Box>
        <FirmList lead={lead} search={search} chosen={chosen} onChoose={choose} />
        <Typography role="status" noWrap sx={{ flexShrink: 0, color: chosen ? 'text.primary' : 'text.secondary' }}>
          {chosen ? `Chosen: ${chosen.name}` : 'No firm chosen yet'}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onCancel} disabled={offer.isPending}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={chosen === null}
          loading={offer.isPending}
          onClick={() => chosen && offer.mutate(chosen)}
        >
          Offer the job
        </Button>
      </DialogActions>
    </>
  )
}

type FirmListProps = {
  lead: LeadDetail
  search: string
  chosen: FirmChoice | null
  onChoose: (firm: FirmChoice) => void
}

function FirmList({ lead, search, chosen, onChoose }: FirmListProps) {
  const query = useQuery(firmsToOffer(search))
  const now = useQuery(matchingNow(lead)).data
  const { data } = query
  if (query.isError) return <LoadFailure query={query} sx={{ mb: 'auto' }} />
  if (!data || (data.length === 0 && query.isPlaceholderData))
    return <Skeleton variant="rounded" sx={{ flexGrow: 1 }} aria-label="Loading the firms" />
  if (data.length === 0) {
    return (
      <Typography role="status" sx={{ flexGrow: 1 }}>
        {search === '' ? 'There are no firms yet.' : `No firm matches “${search}”.`}
      </Typography>
    )
  }
  const firms = firmChoices(data, now ? { ...lead, matching: reasonsOf(now) } : lead)
  const hidden = firms.length - maximumShown
  return (
    <Box
      sx={{ flex: '1 1 0', minHeight: 160, overflowY: 'auto', borderTop: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <RadioGroup aria-label="Firm" value={chosen?.id ?? ''}>
        {firms.slice(0, maximumShown).map((firm) => (
          <FirmOption key={firm.id} firm={firm} onChoose={onChoose} />
        ))}
      </RadioGroup>
      {hidden > 0 && (
        <Muted sx={{ my: 1 }}>
          {hidden === 1 ? '1 more firm' : `${hidden.toLocaleString('en-GB')} more firms`}: search by name to find it.
        </Muted>
      )}
    </Box>
  )
}

function FirmOption({ firm, onChoose }: { firm: FirmChoice; onChoose: (firm: FirmChoice) => void }) {
  const { id, name, blocked, notes } = firm
  return (
    <FormControlLabel
      value={id}
      disabled={blocked !== null}
      onChange={() => onChoose(firm)}
      control={<Radio size="small" sx={{ mt: 0.25 }} />}
      sx={{
        alignItems: 'flex-start',
        mx: 0,
        py: 0.5,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
      }}
      label={
        <Box sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 550 }}>{name}</Typography>
          <Muted>{blocked ?? notes.join(' · ')}</Muted>
        </Box>
      }
    />
  )
}
