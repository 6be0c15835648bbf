import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useDeferredValue, useId, useState } from 'react'
import { FormPreview } from './form-preview.tsx'

/** Beside the fields where there is room, below what the editor keeps at the top; else below them, on request. */
export function PreviewPane({ form }: { form: QuoteFormContent }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  // Typing stays quick; the form follows.
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
