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
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { Muted, Section } from '../../ui/section.tsx'
import { leadDetail } from '../lead.queries.ts'
import { jobText, nameOf } from '../lead-labels.ts'
import { useLeadSearch, type FoundLead } from '../lead-search.ts'

type ChooseLeadProps = { leadId: string | null; isBusy: boolean; onChoose: (leadId: string | null) => void }

/** The lead that the photos go to: the one that is chosen, or the newest ones and what a search finds. */
export const ChooseLead = (props: ChooseLeadProps) => (
  <Section title="Lead">
    {props.leadId === null ? <LeadChoice {...props} /> : <ChosenLead {...props} leadId={props.leadId} />}
  </Section>
)

type Named = Pick<
  FoundLead,
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

function LeadChoice({ onChoose }: ChooseLeadProps) {
  const [typed, setTyped] = useState('')
  const { search, leads, isAway, isPending } = useLeadSearch(typed)
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
          {leads.length > 0
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
        {!isAway && (isPending ? 'Loading leads…' : leads.length === 0 ? 'No lead is found by that.' : '')}
      </Muted>
    </>
  )
}
