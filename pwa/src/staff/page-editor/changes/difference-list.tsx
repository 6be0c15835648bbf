import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Swatch } from '../fields/colour-picker.tsx'
import { pathKey, type Difference } from './content-changes.ts'
import { fieldLabel, paintOf, valueText, type TabNames } from './field-labels.ts'

type DifferenceListProps<D extends Difference> = {
  differences: readonly D[]
  /** Where the names of list entries are looked up. */
  content: unknown
  tabs: TabNames
  sides: { mine: string; theirs: string }
  /** Replaces the two values, when one of them is to be chosen. */
  renderChoice?: (difference: D, name: string) => ReactNode
}

/** Field by field what differs between two contents. */
export function DifferenceList<D extends Difference>(props: DifferenceListProps<D>) {
  const { differences, content, tabs, sides, renderChoice } = props
  return (
    <Box component="ul" aria-label="Differences" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {differences.map((difference) => {
        const { tab, field } = fieldLabel(difference.path, content, tabs)
        return (
          <Box component="li" key={pathKey(difference.path)} sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, mb: 0.75 }}>
              {tab}: {field}
            </Typography>
            {renderChoice?.(difference, `${tab}: ${field}`) ?? (
              <Box sx={twoColumns}>
                {(['mine', 'theirs'] as const).map((side) => (
                  <Box key={side} sx={{ minWidth: 0 }}>
                    <SideValue label={sides[side]} value={difference[side]} />
                  </Box>
                ))}
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}

export const twoColumns = { display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const

/** One side's value under its label. A long text scrolls within its place, so that one field never hides the others. */
export function SideValue({ label, value }: { label: string; value: unknown }) {
  const paint = paintOf(value)
  const isEmpty = value === '' || value === undefined || value === null
  return (
    <>
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
        {paint !== null && <Swatch paint={paint} size={20} />}
        <Typography
          variant="body2"
          sx={{
            whiteSpace: 'pre-line',
            maxHeight: 132,
            overflowY: 'auto',
            flexGrow: 1,
            ...(isEmpty && { color: 'text.secondary', fontStyle: 'italic' }),
          }}
        >
          {valueText(value)}
        </Typography>
      </Box>
    </>
  )
}
