import { Box, type BoxProps, Card, List, Typography, type TypographyProps } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ElementType, useId, type ReactNode } from 'react'

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

/** A titled card. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, md: 2.5 } }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1, minHeight: 32 }}
      >
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  )
}

/** A list with a line between its rows. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <List disablePadding sx={{ '& > li:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' } }}>
      {children}
    </List>
  )
}

type RowProps = { icon?: ReactNode; title: ReactNode; detail: ReactNode; children?: ReactNode }

/** `children` are at the end of the row, below the text where there is no room beside it. */
export function Row({ icon, title, detail, children }: RowProps) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1, alignItems: 'flex-start', py: 1 }}
    >
      {icon}
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 550 }}>{title}</Typography>
        <Muted component="div">{detail}</Muted>
      </Box>
      {children}
    </Box>
  )
}

/** Less important text. */
export const Muted = (props: TypographyProps<ElementType, { component?: ElementType }>) => (
  <Typography variant="body2" color="textSecondary" {...props} />
)

/** For screen readers only. */
export const VisuallyHidden = (props: Pick<BoxProps, 'role' | 'children'>) => (
  <Box component="span" sx={visuallyHidden} {...props} />
)
