import ExpandIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { errorCountWithin, type Cursor } from './cursor.ts'
import { ErrorCount } from './error-count.tsx'

type Place = Pick<Cursor<unknown>, 'errors' | 'path'>
type Props = {
  title: string
  /** What is inside, when it is closed: "6 items". */
  note?: string
  /** Where its values stand: it opens when one of them was refused. */
  within: readonly Place[]
  startsOpen?: boolean
  children: ReactNode
}

/** A titled part of a tab that can be folded away. */
export function Group({ title, note, within, startsOpen = true, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  const wrong = within.reduce((sum, place) => sum + errorCountWithin(place), 0)
  return (
    <Accordion
      variant="outlined"
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
          {note && (
            <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
          <ErrorCount count={wrong} />
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 0.5, pb: 2.5 }}>
        <Stack spacing={2}>{children}</Stack>
      </AccordionDetails>
    </Accordion>
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

// What the editor keeps at the top and, on phones, at the bottom must not cover what has the focus.
const controls = '& :is(input, textarea, button, [role="combobox"])'
const clear = { scrollMarginTop: '176px', scrollMarginBottom: '112px' }

/** Short fields side by side where the tab is wide enough. */
export function Columns({ children, from = 520 }: { children: ReactNode; from?: number }) {
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
