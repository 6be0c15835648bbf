import { formatAmount } from '@kerbside/schema/amount'
import { checklistOf } from '@kerbside/schema/estimates/checklist'
import { rateText } from '@kerbside/schema/estimates/estimate-money'
import { Box, Typography } from '@mui/material'
import { formatDate } from '../../../ui/times.ts'
import { FactList, type LeadFact } from '../../lead-parts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { OpenQuoteFile } from '../work/quote-file.tsx'
import type { LeadPrice } from './prices.queries.ts'

/** All that a firm said with one version of its price. */
export function PriceContent({ price, lead }: { price: LeadPrice; lead: Pick<LeadDetail, 'id' | 'trade'> }) {
  const { lines, totals, message, isVatRegistered, files } = price
  const money = (amount: number) => formatAmount({ amount, currency: price.currency })
  return (
    <Box sx={{ mt: 1, mb: 1 }}>
      <Box component="ul" aria-label="Lines" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line, index) => (
          <Entry
            key={index}
            text={line.text}
            detail={[
              `${line.quantity} ${line.unit} at ${money(line.unitPrice)}`,
              isVatRegistered === true && `${rateText(line.rate)} VAT${line.rateReason ? ` (${line.rateReason})` : ''}`,
              line.isProvisional && 'provisional sum',
            ]}
            amount={money(line.net)}
          />
        ))}
        {isVatRegistered &&
          totals.rates.map(({ rate, net, vat }) => (
            <Entry
              key={`rate ${rate}`}
              text={`VAT ${rateText(rate)}`}
              detail={[`of ${money(net)}`]}
              amount={money(vat)}
            />
          ))}
        <Entry
          isSum
          text={isVatRegistered ? 'Total with VAT' : 'Total'}
          detail={[totals.provisional > 0 && `${money(totals.provisional)} of it provisional`]}
          amount={money(totals.total)}
        />
      </Box>
      <Box sx={{ mt: 1.5 }}>
        <FactList facts={factsOf(price, lead.trade, money)} />
      </Box>
      {message && <Typography sx={{ mt: 1.5, whiteSpace: 'pre-wrap' }}>“{message}”</Typography>}
      {files.map((file) => (
        <Box key={file.id} sx={{ mt: 1 }}>
          <OpenQuoteFile leadId={lead.id} file={file} />
        </Box>
      ))}
    </Box>
  )
}

type EntryProps = { text: string; detail: readonly (string | false)[]; amount: string; isSum?: boolean }

const Entry = ({ text, detail, amount, isSum = false }: EntryProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      gap: 2,
      py: 0.5,
      fontWeight: isSum ? 650 : 400,
      ...(isSum && { borderTop: 1, borderColor: 'divider' }),
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {text}
      <Typography variant="body2" color="textSecondary">
        {detail.filter(Boolean).join(' · ')}
      </Typography>
    </Box>
    <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{amount}</Box>
  </Box>
)

const day = (text: string) => formatDate(`${text}T12:00:00Z`)
const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

function factsOf(price: LeadPrice, trade: string, money: (amount: number) => string): LeadFact[] {
  const { deposit, stages, startDay, durationDays, guaranteeYears, insurer, checklist, agreedStartDay } = price
  const saysOf = (name: string) => checklist.find((each) => each.name === name)?.says
  const labelsOf = (says: LeadPrice['checklist'][number]['says'] | undefined) =>
    checklistOf(trade)
      .filter(({ name }) => saysOf(name) === says)
      .map(({ label }) => label)
      .join(', ') || null
  const facts: [label: string, value: string | null][] = [
    ['Deposit', deposit > 0 ? money(deposit) : 'None'],
    ...stages.map(({ text, amount }): [string, string] => [text, money(amount)]),
    ['Start', startDay && day(startDay)],
    ['Agreed start', agreedStartDay && day(agreedStartDay)],
    ['Duration', durationDays === null ? null : count(durationDays, 'working day')],
    ['Guarantee', guaranteeYears === null ? null : count(guaranteeYears, 'year')],
    ['Insurer', insurer],
    ['Included', labelsOf('INCLUDED')],
    ['Not included', labelsOf('NOT_INCLUDED')],
    ['Not said', labelsOf(undefined)],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}
