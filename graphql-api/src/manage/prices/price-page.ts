import { quantityText, rateText, lineNet } from '@kerbside/schema/estimates/estimate-money'
import { extraWorkName, kindTexts, type Estimate } from '@kerbside/schema/estimates/estimate'
import { questionsTo } from '@kerbside/schema/estimates/question'
import { fileText } from '@kerbside/schema/quote-files/quote-file'
import { shortDayAndTime } from '@kerbside/schema/time/london-time'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { fact, type SignedPage } from '../../http/signed-page.ts'
import { stateLine, undoForm } from './compare-page.ts'
import { depositOf, money, rowsOf } from './price-words.ts'
import { pricesCss } from './prices-css.ts'
import type { PriceScreen, ShownPrice } from './prices.service.ts'
import { answersOf } from './questions-page.ts'

/** One price with all that the firm said, and the versions of it. */
export function pricePage(screen: PriceScreen): SignedPage {
  const { lead, token, price, versions, checklist } = screen
  const { own, content, isOpen } = price
  const page = `/manage/${token}/prices/${own.id}`
  const questions = own.contractorId === null ? [] : questionsTo(lead.questions, own.contractorId)
  const body = html`<div class="card">
      <p class="tag">${lead.reference}${own.number > 1 ? html` · version ${own.number}` : ''}</p>
      <h1>${extraWorkName(own) ?? 'Price'} of ${own.contractorName}</h1>
      <p class="price">${money(own, own.total)}</p>
      <p class="soft">${kindTexts[own.kind]}, with VAT. Sent ${shortDayAndTime(own.sentAt)}.</p>
      ${stateLine(price)} ${content.message ? html`<p class="message">${content.message}</p>` : ''}
      ${isOpen ? html`<a class="button" href="${page}/choose">Choose this price</a>` : ''} ${undoForm(price, page)}
      ${own.state === 'agreed' ? html`<p><a class="button quiet" href="${page}/cancel">Cancel this agreement…</a></p>` : ''}
      <p class="other"><a href="/manage/${token}/prices">Back to all prices</a></p>
    </div>
    <div class="card">
      <h2>What it is made of</h2>
      ${linesTable(content)} ${stagesOf(price)}
    </div>
    <div class="card">
      <h2>What the firm says</h2>
      <dl class="facts">
        ${rowsOf({ prices: [price], checklist }).map(({ label, values: [value] }) =>
          fact(
            label,
            html`${value?.text ?? ''}${value?.warning ? html`<span class="warning">⚠ ${value.warning}</span>` : ''}`,
          ),
        )}
      </dl>
    </div>
    ${filesCard(content, page)}
    ${
      questions.length > 0
        ? html`<div class="card">
            <h2>Questions and answers</h2>
            ${answersOf(questions)}
          </div>`
        : ''
    }
    ${versionsCard(versions, own.id, token)}
    <div class="card">
      <h2>Proof of this version</h2>
      <p>
        A price never changes once it is sent: a firm can only send another version. This number (SHA-256) names just
        this one. It stands in the PDF that you and the firm get when you choose it.
      </p>
      <p class="digest">${content.sha256}</p>
    </div>`
  return { title: `Price of ${own.contractorName}`, body, style: pricesCss }
}

/** Each line without VAT, the VAT by rate, and the sum that the homeowner pays. */
function linesTable({ lines, totals, currency, isVatRegistered }: Estimate): Html {
  // Nobody said what VAT there is: nothing is shown apart from what the homeowner pays.
  const isSaid = isVatRegistered !== null
  const sum = (amount: number) => money({ currency }, amount)
  return html`<table class="lines">
    <thead>
      <tr>
        <th scope="col">Work</th>
        <th scope="col" class="on-wide">Quantity</th>
        <th scope="col" class="on-wide">Unit price</th>
        <th scope="col" class="sum">${isSaid ? 'Without VAT' : 'Amount'}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map((line) => {
        const amount = `${quantityText(line.quantity)} ${line.unit}`
        return html`<tr>
          <td>
            ${line.text}
            <span class="soft"
              >${amount} at
              ${sum(line.unitPrice)}${isSaid ? `, ${rateText(line.rate)} VAT${line.rateReason ? `: ${line.rateReason}` : ''}` : ''}</span
            >
            ${line.isProvisional ? html`<strong>Provisional: it may change.</strong>` : ''}
          </td>
          <td class="on-wide">${amount}</td>
          <td class="on-wide">${sum(line.unitPrice)}</td>
          <td class="sum">${sum(lineNet(line))}</td>
        </tr>`
      })}
    </tbody>
    <tfoot>
      ${
        isSaid
          ? [
              sumRow('Without VAT', sum(totals.net)),
              ...totals.rates.map(({ rate, net, vat }) => sumRow(`VAT of ${rateText(rate)} on ${sum(net)}`, sum(vat))),
            ]
          : sumRow('VAT', 'Not said')
      }
      ${sumRow('You pay', sum(totals.total))}
    </tfoot>
  </table>`
}

const sumRow = (label: string, value: string): Html =>
  html`<tr>
    <th scope="row">${label}</th>
    <td class="on-wide"></td>
    <td class="on-wide"></td>
    <td class="sum">${value}</td>
  </tr>`

function stagesOf(price: ShownPrice): Html {
  const { own, content } = price
  const deposit = depositOf(price)
  return html`<h3>When you pay</h3>
    <dl class="facts">
      ${fact('Deposit', html`${deposit.text}${deposit.warning ? html`<span class="warning">⚠ ${deposit.warning}</span>` : ''}`)}
      ${content.stages.map(({ text, amount }) => fact(text, money(own, amount)))}
    </dl>
    ${content.stages.length === 0 ? html`<p class="hint">The firm has named no stages of payment.</p>` : ''}`
}

/** Photos to look at and PDFs to open: a part of this version. */
function filesCard({ files, contractorName }: Estimate, page: string): Html | '' {
  if (files.length === 0) return ''
  const photos = files.filter(({ type }) => type === 'image/jpeg')
  const pdfs = files.filter(({ type }) => type === 'application/pdf')
  return html`<div class="card">
    <h2>Photos and PDFs of ${contractorName}</h2>
    <ul class="photos">
      ${photos.map(
        ({ id, name, width, height }) =>
          html`<li>
            <a href="${page}/files/${id}"
              ><img src="${page}/files/${id}" alt="${name}" width="${width}" height="${height}" loading="lazy"
            /></a>
          </li>`,
      )}
    </ul>
    <ul>
      ${pdfs.map((file) => html`<li><a href="${page}/files/${file.id}">${fileText(file)}</a></li>`)}
    </ul>
  </div>`
}

function versionsCard(versions: readonly ShownPrice[], shown: string, token: string): Html | '' {
  if (versions.length < 2) return ''
  return html`<div class="card">
    <h2>Versions</h2>
    <ul class="rows">
      ${versions.map(
        ({ own, content, state }) =>
          html`<li>
            <p>
              ${
                own.id === shown
                  ? html`<strong>Version ${own.number}, shown here</strong>`
                  : html`<a href="/manage/${token}/prices/${own.id}"><strong>Version ${own.number}</strong></a>`
              }:
              ${money(own, own.total)}${state === 'replaced' ? ', replaced' : ''}
            </p>
            <p class="soft">Sent ${shortDayAndTime(own.sentAt)}</p>
            ${
              content.changes.length > 0
                ? html`<ul>
                    ${content.changes.map((change) => html`<li>${change}</li>`)}
                  </ul>`
                : ''
            }
          </li>`,
      )}
    </ul>
  </div>`
}
