import { fileText, maximumPriceFiles, type PriceFile } from '@kerbside/schema/quote-files/quote-file'
import { html } from 'hono/html'
import type { Html } from '../../http/plain-page.ts'
import { stateOf, type PriceForm } from './price-fields.ts'

/** Photos and PDFs for a price: those that are stored, each of which can be left out, and room for more. */
export function filesCard(form: PriceForm): Html {
  const { token, files } = form
  const { message } = stateOf('files', form)
  return html`<section class="card">
    <h2>Photos or a PDF</h2>
    ${message}
    <p class="hint" id="files" tabindex="-1">
      Work like this, a drawing, your terms: ${maximumPriceFiles} files at most. A PDF may have 5 MB. They go to the
      homeowner with this price.
    </p>
    <ul class="rows files" id="file-list">
      ${files.map(
        (file, place) =>
          html`<li>
            <label class="choice"
              ><input type="checkbox" name="files.${place}" value="${file.id}" checked />${fileText(file)}</label
            >
            <a href="${fileHref(token, file)}">See it</a>
          </li>`,
      )}
    </ul>
    <label for="file">Add files</label>
    <input
      class="text"
      type="file"
      id="file"
      name="file"
      multiple
      accept="image/jpeg,image/png,image/webp,application/pdf"
      aria-describedby="files${message ? ' files-error' : ''}"
    />
  </section>`
}

const fileHref = (token: string, { id }: PriceFile) => `/leads/${token}/price/files/${id}`

export const filesList = (files: readonly PriceFile[], token: string): Html | '' =>
  files.length === 0
    ? ''
    : html`<h3>Photos and PDFs</h3>
        <ul>
          ${files.map((file) => html`<li><a href="${fileHref(token, file)}">${fileText(file)}</a></li>`)}
        </ul>`
