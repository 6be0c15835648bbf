import { formatAmount } from '@kerbside/schema/amount'
import { checklistOf } from '@kerbside/schema/estimates/checklist'
import { extraWorkName, kindTexts, type Estimate } from '@kerbside/schema/estimates/estimate'
import { lineNet, quantityText, rateText } from '@kerbside/schema/estimates/estimate-money'
import type { Lead } from '@kerbside/schema/leads/lead'
import { longDay, longDayAndTime, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const font = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

type Document = InstanceType<typeof PDFDocument>

/**
 * A price as a PDF: all that the version says, its sums, the firm and the SHA-256, as text that can be selected. The same
 * version gives the same bytes each time, so nothing of the moment or of the choice is in it.
 */
export async function pricePdf(estimate: Estimate, lead: Pick<Lead, 'reference' | 'trade'>): Promise<Buffer> {
  const { contractorName, number, sentAt } = estimate
  const title = `Price of ${contractorName} for ${lead.reference}, version ${number}`
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: contractorName, Creator: 'Kerbside', CreationDate: sentAt, ModDate: sentAt },
  })
  document.registerFont('text', font('DejaVuSans'))
  document.registerFont('bold', font('DejaVuSans-Bold'))
  write(document, estimate, lead)
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const green = '#15803d'
const soft = '#4b5563'

function write(document: Document, estimate: Estimate, { reference, trade }: Pick<Lead, 'reference' | 'trade'>): void {
  const { contractorName, kind, number, sentAt, validUntilDay, totals, currency, message } = estimate
  const money = (amount: number) => formatAmount({ amount, currency })
  const extra = extraWorkName(estimate)
  const isVatSaid = estimate.isVatRegistered !== null
  document.font('bold').fontSize(12).fillColor(green).text('Kerbside').moveDown(1)
  document.fontSize(20).fillColor('black')
  document.text(`${extra === null ? 'Price' : `Price for ${extra.toLowerCase()}`} of ${contractorName}`).moveDown(0.5)
  facts(document, [
    ['Request', reference],
    ['Version', `${number}, sent ${longDayAndTime(sentAt)}`],
    ['Valid until', longDay(startOfLondonDay(validUntilDay))],
    ['Kind', kindTexts[kind]],
  ])
  heading(document, 'Work')
  for (const line of estimate.lines) {
    const amount = `${quantityText(line.quantity)} ${line.unit} at ${money(line.unitPrice)}`
    const rate = `${rateText(line.rate)} VAT${line.rateReason ? `: ${line.rateReason}` : ''}`
    row(document, line.text, money(lineNet(line)))
    small(
      document,
      [amount, ...(isVatSaid ? [rate] : []), ...(line.isProvisional ? ['provisional: it may change'] : [])].join(', '),
    )
  }
  heading(document, 'Sums')
  if (isVatSaid) {
    row(document, 'Without VAT', money(totals.net))
    for (const { rate, net, vat } of totals.rates)
      row(document, `VAT of ${rateText(rate)} on ${money(net)}`, money(vat))
  } else row(document, 'VAT', 'Not said')
  document.font('bold')
  row(document, 'To pay, with VAT', money(totals.total), 13)
  document.font('text')
  if (totals.provisional > 0) small(document, `${money(totals.provisional)} of it is provisional and may change.`)
  if (estimate.isVatRegistered === false) small(document, 'The firm is not registered for VAT.')
  heading(document, 'Payment')
  row(document, 'Deposit', estimate.deposit === 0 ? 'None' : money(estimate.deposit))
  for (const stage of estimate.stages) row(document, stage.text, money(stage.amount))
  heading(document, 'What the firm says')
  facts(document, [...said(estimate), ...included(estimate, trade)])
  if (message) document.font('text').fontSize(11).moveDown(0.5).text(message)
  if (estimate.files.length > 0) heading(document, 'Photos and PDFs')
  for (const file of estimate.files) {
    document.font('text').fontSize(11).text(file.name)
    small(document, `SHA-256: ${file.sha256}`)
  }
  heading(document, 'Contract')
  document.font('text').fontSize(11)
  document.text(`The contract is between the homeowner and ${contractorName}. Kerbside is no party to it.`)
  document.moveDown(0.5).fillColor(soft).fontSize(10).text('Number of this version (SHA-256):')
  document.fillColor('black').fontSize(9).text(estimate.sha256)
}

type Fact = [label: string, value: string]

const said = ({ startDay, durationDays, guaranteeYears, insurer }: Estimate): Fact[] => [
  ['Start', startDay === null ? 'Not said' : longDay(startOfLondonDay(startDay))],
  ['Working days', durationDays === null ? 'Not said' : String(durationDays)],
  ['Guarantee in years', guaranteeYears === null ? 'Not said' : String(guaranteeYears)],
  ['Insurer', insurer ?? 'Not said'],
]

const words = { included: 'Included', 'not-included': 'Not included', 'not-said': 'Not said' }
const included = ({ checklist }: Estimate, trade: string): Fact[] =>
  checklistOf(trade).map(({ name, label }) => [label, words[checklist[name] ?? 'not-said']])

function heading(document: Document, text: string): void {
  keepTogether(document, 60)
  document.moveDown(0.8).font('bold').fontSize(13).fillColor('black').text(text).moveDown(0.3).font('text')
}

/** A new page rather than a heading or an amount alone at the end of one. */
function keepTogether(document: Document, height: number): void {
  if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage()
}

function facts(document: Document, all: readonly Fact[]): void {
  document.fontSize(11)
  for (const [label, value] of all) {
    document.font('text').fillColor(soft).text(`${label}: `, { continued: true })
    document.fillColor('black').text(value)
  }
}

const amountWidth = 130

/** A text with an amount at the right edge. */
function row(document: Document, text: string, amount: string, size = 11): void {
  const { left, right } = document.page.margins
  const width = document.page.width - left - right - amountWidth
  document.fontSize(size).fillColor('black')
  keepTogether(document, document.heightOfString(text, { width }))
  const top = document.y
  document.text(text, left, top, { width })
  const below = document.y
  document.text(amount, left + width, top, { width: amountWidth, align: 'right' })
  document.x = left
  document.y = Math.max(below, document.y)
}

function small(document: Document, text: string): void {
  document.font('text').fontSize(9).fillColor(soft).text(text).moveDown(0.4).fillColor('black')
}
