import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { shownFields } from '@kerbside/schema/pages/content/home-page'
import { placeFields } from '@kerbside/schema/quotes/form-definition'
import Box from '@mui/material/Box'
import { FormControl } from '../../../site/quotes/form-control.tsx'
import { Icon } from '../../../brand/icons.tsx'
import '../../../site/quotes/quote-form.css'

/** The form as homeowners get it, from the same controls; for looking only. Always in the light of the public site. */
export function FormPreview({ form }: { form: QuoteFormContent }) {
  const rows = placeFields(shownFields(form), form.layout)
  return (
    <Box className="site" inert role="img" aria-label="The form as homeowners see it" sx={frame}>
      <div className="quote__card">
        <header className="quote__head">
          {form.urgencyBanner && (
            <p className="quote__urgency">
              <Icon name="Clock" />
              {form.urgencyBanner}
            </p>
          )}
          <h3>{form.cardTitle}</h3>
          {form.cardSubtitle && <p className="quote__subtitle">{form.cardSubtitle}</p>}
        </header>
        <div className="quote__form">
          {rows.map((row) => (
            <div key={row.id} className="quote__row">
              {row.columns.map((column) => {
                const full = column.fields.some(({ width }) => width === 'full')
                return (
                  <div key={column.id} className={full ? 'quote__column quote__column--full' : 'quote__column'}>
                    {column.fields.map((field) => (
                      <FormControl key={`${field.id}-${field.type}`} field={field} answer="" errors={[]} />
                    ))}
                  </div>
                )
              })}
            </div>
          ))}
          <button type="button" className="button button--wide">
            {form.labels.submitText}
          </button>
        </div>
      </div>
    </Box>
  )
}

const frame = {
  // The page's own rules ask for the window's width; here the frame's counts.
  containerType: 'inline-size',
  colorScheme: 'light',
  '&.site': { minHeight: 0, color: 'var(--ink)', fontSize: '1rem', lineHeight: 1.55 },
  '& h3': { fontSize: '1.25rem', fontWeight: 800 },
  '& .quote__card': { p: 2.5, boxShadow: 'none' },
  '& .quote__row': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& .control': { minHeight: '2.75rem' },
  '@container (min-width: 460px)': { '& .quote__row': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
} as const
