import SearchIcon from '@mui/icons-material/Search'
import {
  Alert,
  Box,
  Button,
  InputAdornment,
  List,
  ListItem,
  ListItemButton,
  TextField,
  Typography,
} from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { Muted, Section } from '../../ui/section.tsx'
import { leadDetail, type LeadDetail } from '../lead.queries.ts'
import { jobText, nameOf } from '../lead-labels.ts'
import { leadList, type LeadRow } from '../leads.queries.ts'

const shown = 8
const typingMs = 300

type ChooseLeadProps = { leadId: string | null; isBusy: boolean; onChoose: (leadId: string | null) => void }

/** The lead that the photos go to: the one that is chosen, or the newest ones and what a search finds. */
export const ChooseLead = (props: ChooseLeadProps) => (
  <Section title="Lead">
    {props.leadId === null ? <LeadChoice {...props} /> : <ChosenLead {...props} leadId={props.leadId} />}
  </Section>
)

type Named = Pick<
  LeadRow,
  'reference' | 'fullName' | 'postcode' | 'drivewayMaterial' | 'pickupLocation' | 'dropoffLocation'
>

const LeadName = ({ lead }: { lead: Named }) => (
  <>
    <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{nameOf(lead)}</Typography>
    <Muted>{[lead.reference, jobText(lead), lead.postcode].filter(Boolean).join(' · ')}</Muted>
  </>
)

function ChosenLead({ leadId, isBusy, onChoose }: ChooseLeadProps & { leadId: string }) {
  const { data: lead, error } = useQuery(leadDetail(leadId))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0 }}>
        {lead ? (
          <LeadName lead={lead} />
        ) : (
          <Muted>{lead === null ? 'There is no such lead.' : error ? messageOf(error) : 'Loading…'}</Muted>
        )}
      </Box>
      <Button disabled={isBusy} onClick={() => onChoose(null)}>
        Choose another lead
      </Button>
    </Box>
  )
}

/** Not kept: the lists that somebody reads are, and there is room for few. */
const found = (search: string) => ({ ...leadList({ search }, shown), meta: {} })

/** The leads that an own device keeps, newest first. */
const keptLeads = queryOptions({
  queryKey: ['kept-leads'],
  queryFn: async () => {
    const copies = (await (await ownDevice.store())?.all('lead')) ?? []
    return copies.map(({ value }) => value as LeadDetail).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  },
  gcTime: 0,
  staleTime: 0,
})

function LeadChoice({ onChoose }: ChooseLeadProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const query = useQuery(found(search))
  const isAway = query.failureReason !== null
  const kept = useQuery({ ...keptLeads, enabled: isAway })
  const ofDevice = (kept.data ?? []).filter((lead) => isFound(lead, search)).slice(0, shown)
  const leads: readonly (Named & { id: string })[] = isAway ? ofDevice : (query.data?.nodes ?? [])
  return (
    <>
      <TextField
        fullWidth
        type="search"
        label="Search leads"
        placeholder="Name, reference, postcode or phone"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {isAway && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {ofDevice.length > 0
            ? 'There is no connection: these are the leads that this device keeps.'
            : 'There is no connection, and this device keeps no such lead. Try again when you have one.'}
        </Alert>
      )}
      <List aria-label={search === '' ? 'Newest leads' : 'Leads found'} sx={{ mx: -2, mt: 1 }}>
        {leads.map((lead) => (
          <ListItem key={lead.id} disablePadding>
            <ListItemButton onClick={() => onChoose(lead.id)} sx={{ display: 'block' }}>
              <LeadName lead={lead} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      <Muted role="status">
        {!isAway && (query.isPending ? 'Loading leads…' : leads.length === 0 ? 'No lead is found by that.' : '')}
      </Muted>
    </>
  )
}

const isFound = (lead: LeadDetail, search: string) =>
  [lead.fullName, lead.reference, lead.postcode, lead.mobile, lead.email, lead.id]
    .join(' ')
    .toLowerCase()
    .includes(search.toLowerCase())

/** What was typed, once nothing has been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
