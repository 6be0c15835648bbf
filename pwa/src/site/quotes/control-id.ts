import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { placeFields } from '@kerbside/schema/quotes/form-layout'

// Not beside the components: a file that exports components alone keeps their state when it is changed under `npm run dev`.

export const controlId = (name: string) => `answer-${name}`

/** Where one begins to fill the form in: a link there has the browser put the focus into the field, with script or without. */
export const firstControlId = (content: QuoteFormContent): string =>
  controlId(placeFields(content.fields, content.layout)[0]?.columns[0]?.fields[0]?.name ?? '')
