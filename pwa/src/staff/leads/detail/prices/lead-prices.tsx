import { isHighDeposit } from '@kerbside/schema/estimates/estimate-money'
import { extraWorkName, isSameWork, latestEstimates, latestExtraWork } from '@kerbside/schema/estimates/estimate'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useCan } from '../../../../api/session.ts'
import { useFreshDialog } from '../../../ui/dialogs/fresh-dialog.tsx'
import { Muted, Rows, Section } from '../../../ui/section.tsx'
import { ToneChip } from '../../../ui/tone-chip.tsx'
import { formatDate, formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { EnterPrice } from './enter-price.tsx'
import { kindText, priceLabels, reasonOf, totalText } from './price-labels.ts'
import { PriceContent } from './price-content.tsx'
import type { LeadPrice } from './prices.queries.ts'
import { WithdrawPrice } from './withdraw-price.tsx'

/** The latest price of each firm with all versions folded below, then extra work. */
export function LeadPrices({ lead }: { lead: LeadDetail }) {
  const mayEdit = useCan('lead:edit')
  const entering = useFreshDialog((_: void, state) => <EnterPrice lead={lead} {...state} />)
  const { estimates } = lead
  const canEnter = mayEdit && lead.offers.some(({ state }) => state === 'ACCEPTED') && isOpen(lead)
  if (estimates.length === 0 && !canEnter) return null
  return (
    <Section
      title="Prices"
      action={
        canEnter && (
          <Button size="small" variant="outlined" onClick={() => entering.open()}>
            Enter a price
          </Button>
        )
      }
    >
      {estimates.length === 0 ? (
        <Muted>No price yet. Firms send theirs from the page of the job; enter one that a firm told you.</Muted>
      ) : (
        <Rows>
          {[...latestEstimates(estimates), ...latestExtraWork(estimates)].map((price) => (
            <PriceRow
              key={price.id}
              price={price}
              lead={lead}
              versions={estimates.filter((each) => isSameWork(each, price) && each.id !== price.id).toReversed()}
            />
          ))}
        </Rows>
      )}
      {entering.dialog}
    </Section>
  )
}

/** As the api sees it: once a price is chosen, or the lead is closed, there is nothing to send. */
const isOpen = ({ status, sharingStoppedAt, erasedAt, estimates }: LeadDetail) =>
  !['CONVERTED', 'LOST'].includes(status) &&
  sharingStoppedAt === null &&
  erasedAt === null &&
  !estimates.some(({ state, variationOf }) => variationOf === null && (state === 'CHOSEN' || state === 'AGREED'))

type PriceRowProps = { price: LeadPrice; lead: LeadDetail; versions: readonly LeadPrice[] }

function PriceRow({ price, lead, versions }: PriceRowProps) {
  const [isShown, setShown] = useState(false)
  const mayEdit = useCan('lead:edit')
  const { contractorName: firm, state, number } = price
  const withdrawing = useFreshDialog((_: void, dialog) => <WithdrawPrice lead={lead} price={price} {...dialog} />)
  const isAgreed = state === 'AGREED'
  const isRevocable = state === 'SENT' || state === 'EXPIRED' || state === 'CHOSEN' || isAgreed
  const version = [extraWorkName(price), number > 1 && `version ${number}`].filter(Boolean).join(', ')
  return (
    <Box component="li" sx={{ py: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 550 }}>
            {firm}
            {version && ` · ${version}`}
          </Typography>
          <Muted component="div">
            <PriceFacts price={price} />
          </Muted>
        </Box>
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-end', gap: 0.5, flexShrink: 0 }}>
          <Typography sx={{ fontSize: '1.125rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
            {totalText(price)}
          </Typography>
          <ToneChip {...priceLabels[state]} />
          <Stack direction="row" sx={{ gap: 0.5, mr: -0.75 }}>
            <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Less' : versions.length > 0 ? `Details, ${versions.length} earlier` : 'Details'}
            </Button>
            {mayEdit && isRevocable && (
              <Button
                size="small"
                color="error"
                aria-label={isAgreed ? `Cancel the agreement with ${firm}` : `Withdraw the price from ${firm}`}
                onClick={() => withdrawing.open()}
              >
                {isAgreed ? 'Cancel agreement' : 'Withdraw'}
              </Button>
            )}
          </Stack>
        </Box>
      </Box>
      {isShown && (
        <Box>
          <PriceContent price={price} lead={lead} />
          {versions.map((former) => (
            <Box key={former.id} component="section" sx={{ mt: 2, pl: 1.5, borderLeft: 3, borderColor: 'divider' }}>
              <Typography sx={{ fontWeight: 550 }}>
                Version {former.number}: {totalText(former)}
              </Typography>
              <Muted component="div">
                <PriceFacts price={former} />
              </Muted>
              <PriceContent price={former} lead={lead} />
            </Box>
          ))}
        </Box>
      )}
      {withdrawing.dialog}
    </Box>
  )
}

function PriceFacts({ price }: { price: LeadPrice }) {
  const { kind, sentAt, enteredBy, seenAt, validUntilDay, changes, deposit, totals } = price
  const reason = reasonOf(price)
  const facts = [
    `${kindText(kind)}, with VAT`,
    `Sent ${formatDateTime(sentAt)}${enteredBy ? `, entered by ${enteredBy.name}` : ''}`,
    seenAt ? `Seen by the homeowner ${formatDateTime(seenAt)}` : 'Not seen by the homeowner yet',
    `Valid until ${formatDate(`${validUntilDay}T12:00:00Z`)}`,
  ]
  return (
    <>
      {facts.map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
      {reason && <div>Reason: {reason}</div>}
      {changes.map((change) => (
        <div key={change}>Changed: {change}</div>
      ))}
      {isHighDeposit(deposit, totals.total) && (
        <Box sx={{ color: 'warning.main', fontWeight: 550 }}>The deposit is above 15% of the price.</Box>
      )}
    </>
  )
}
