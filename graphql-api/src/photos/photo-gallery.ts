import type { Photo } from '@kerbside/schema/photos/photo'
import { html } from 'hono/html'
import type { Html } from '../http/plain-page.ts'

/** The photos of a signed page, each of which opens large. `page`: the address of the page. */
export function photoGallery(photos: readonly Photo[] | undefined, page: string, title: string): Html | '' {
  if (!photos?.length) return ''
  return html`<div class="card">
    <h2>${title}</h2>
    <ul class="photos">
      ${photos.map(
        ({ id, width, height }, index) =>
          html`<li>
            <a href="${page}/photos/${id}"
              ><img
                src="${page}/photos/${id}"
                alt="Photo ${index + 1} of ${photos.length} of the job"
                width="${width}"
                height="${height}"
                loading="lazy"
            /></a>
          </li>`,
      )}
    </ul>
  </div>`
}
