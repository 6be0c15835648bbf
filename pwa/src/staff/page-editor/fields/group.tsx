import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Box, Chip, Stack, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { Muted } from '../../ui/section.tsx'
import { errorCountWithin, type FieldPath } from './cursor.ts'

type Props = {
  title: string
  /** Shown beside the title: "6 items". */
  note?: string
  /** Where its values stand: it opens when one of them has an error. */
  within: readonly FieldPath[]
  children: ReactNode
}

/** A titled part of a tab that can be folded away. */
export function Group({ title, note, within, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(true)
  const wrong = within.reduce((sum, place) => sum + errorCountWithin(place), 0)
  return (
    <Accordion
      variant="outlined"
      data-path={within[0]?.path}
      disableGutters
      square={false}
      expanded={open || wrong > 0}
      onChange={(_event, wanted) => setOpen(wanted)}
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ '&::before': { display: 'none' }, '&, &:first-of-type, &:last-of-type': { borderRadius: 1 } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />} id={`${id}-head`} aria-controls={`${id}-body`}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap', minWidth: 0 }}>
          <Typography variant="h2" component="span">
            {title}
          </Typography>
          {note && <Muted component="span">{note}</Muted>}
          <ErrorCount count={wrong} />
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 0.5, pb: 2.5 }}>
        <Stack spacing={2}>{children}</Stack>
      </AccordionDetails>
    </Accordion>
  )
}

/** How many values inside have errors; nothing when none have. */
export function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Chip size="small" color="error" label={count === 1 ? '1 problem' : `${count} problems`} sx={{ flex: 'none' }} />
  )
}

/** All parts of a tab below each other. Its own width, not the window's, decides about columns. */
export function Groups({ children }: { children: ReactNode }) {
  return (
    <Stack spacing={1.5} sx={{ containerType: 'inline-size', [controls]: clear }}>
      {children}
    </Stack>
  )
}

// The editor's bars at the top and, on phones, at the bottom must not cover what has the focus.
const controls = '& :is(input, textarea, button, [role="combobox"])'
const clear = { scrollMarginTop: '176px', scrollMarginBottom: '112px' }

/** Short fields side by side where their container is wide enough; `from`: pixels. */
export function Columns({ from = 520, children }: { from?: number; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: 'minmax(0, 1fr)',
        [`@container (min-width: ${from}px)`]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {children}
    </Box>
  )
}
