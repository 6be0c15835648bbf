import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { pathKey, type Difference } from './content-changes.ts'
import { fieldWords } from './field-labels.ts'
import { ValueText } from './value-text.tsx'

export type TabNames = Parameters<typeof fieldWords>[2]

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
        const { tab, field } = fieldWords(difference.path, content, tabs)
        return (
          <Box component="li" key={pathKey(difference.path)} sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, mb: 0.75 }}>
              {tab}: {field}
            </Typography>
            {renderChoice?.(difference, `${tab}: ${field}`) ?? <Sides difference={difference} sides={sides} />}
          </Box>
        )
      })}
    </Box>
  )
}

function Sides({ difference, sides }: { difference: Difference; sides: { mine: string; theirs: string } }) {
  return (
    <Box sx={twoColumns}>
      {(['mine', 'theirs'] as const).map((side) => (
        <Box key={side} sx={{ minWidth: 0 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            {sides[side]}
          </Typography>
          <ValueText value={difference[side]} />
        </Box>
      ))}
    </Box>
  )
}

export const twoColumns = { display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const
