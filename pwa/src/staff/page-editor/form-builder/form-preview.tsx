import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { Box, Button, Typography } from '@mui/material'
import { useDeferredValue, useId, useState } from 'react'
import { FormHeading, FormRows } from '../../../site/quotes/quote-form.tsx'

/** Beside the fields where there is room, below the editor's bar; else below them, on request. */
export function FormPreviewPane({ form }: { form: QuoteFormContent }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  // The preview follows, so that typing stays quick.
  const shown = useDeferredValue(form)
  return (
    <Box sx={{ minWidth: 0, [beside]: { position: 'sticky', top: 176 } }}>
      <Button
        color="inherit"
        variant="outlined"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ mb: open ? 1.5 : 0, borderColor: 'divider', [beside]: { display: 'none' } }}
      >
        {open ? 'Hide the form' : 'Show the form'}
      </Button>
      <Typography variant="h3" sx={{ display: 'none', mb: 1, [beside]: { display: 'block' } }}>
        What homeowners see
      </Typography>
      <Box id={id} sx={{ display: open ? 'block' : 'none', [beside]: { display: 'block' } }}>
        <FormPreview form={shown} />
      </Box>
    </Box>
  )
}

const beside = '@container (min-width: 800px)'

/** The form as homeowners get it, from the same components, for looking only. Always in the public site's light colours. */
function FormPreview({ form }: { form: QuoteFormContent }) {
  return (
    <Box className="site" inert role="img" aria-label="The form as homeowners see it" sx={frame}>
      <div className="quote__card">
        <FormHeading content={form} title={<h3>{form.cardTitle}</h3>} />
        <div className="stack stack--wide">
          <FormRows content={form} />
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
