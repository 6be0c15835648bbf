import { formatAmount } from '@kerbside/schema/amount'
import { lineNet } from '@kerbside/schema/estimates/estimate-money'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { sampleLead, samplePrice } from '../../testing/sample-emails.ts'
import { pricePdf } from './price-pdf.ts'

const money = (amount: number) => formatAmount({ amount, currency: samplePrice.currency })

test('read back, the PDF says all that the version says: each line, the sums, the firm and the SHA-256', async () => {
  const { text } = await textOfPdf(await pricePdf(samplePrice, sampleLead))
  const { lines, totals, stages, deposit, message, insurer, sha256, contractorName } = samplePrice
  const said = [
    ...lines.flatMap((line) => [line.text, money(lineNet(line)), money(line.unitPrice), line.rateReason ?? '']),
    ...totals.rates.flatMap(({ net, vat }) => [money(net), money(vat)]),
    ...[totals.net, totals.total, totals.provisional, deposit].map(money),
    ...stages.flatMap((stage) => [stage.text, money(stage.amount)]),
    ...(message ?? '').split(/\n+/),
    insurer ?? '',
    contractorName,
    sampleLead.reference,
    sha256,
    '42.5 m²',
    'Excavation: Included',
    'Permits and permissions: Not included',
    'Edging: Not said',
    'Kerbside is no party to it',
  ]
  expect(said.filter((each) => !text.includes(each))).toEqual([])
})

test('the same version gives the same bytes each time, and another one others', async () => {
  const once = await pricePdf(samplePrice, sampleLead)
  expect(Buffer.compare(once, await pricePdf(structuredClone(samplePrice), sampleLead))).toBe(0)
  expect(Buffer.compare(once, await pricePdf({ ...samplePrice, number: 3 }, sampleLead))).not.toBe(0)
})

test('sixty long lines break into pages, and none is lost', async () => {
  const [line] = samplePrice.lines
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...line!, text: `Line ${index} ${'of work '.repeat(20)}` }))
  const { pages, text } = await textOfPdf(await pricePdf({ ...samplePrice, lines }, sampleLead))
  expect(pages).toBeGreaterThan(3)
  expect(lines.filter((_, index) => !text.includes(`Line ${index} of work`))).toEqual([])
})
