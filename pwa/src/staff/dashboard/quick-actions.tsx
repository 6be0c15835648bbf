import type { SvgIconComponent } from '@mui/icons-material'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { List, ListItem, ListItemButton, ListItemIcon, ListItemText } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { Section } from '../ui/section.tsx'

export type QuickAction = { label: string; hint: string; to: string; Icon: SvgIconComponent }

export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <Section title="Quick Actions">
      <List disablePadding sx={{ mx: -1 }}>
        {actions.map(({ label, hint, to, Icon }) => (
          <ListItem key={to} disablePadding>
            <ListItemButton component={RouterLink} to={to} sx={{ borderRadius: 1, px: 1 }}>
              <ListItemIcon sx={{ minWidth: 36, color: 'primary.main' }}>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={label} secondary={hint} slotProps={{ primary: { sx: { fontWeight: 600 } } }} />
              <ChevronRightIcon fontSize="small" color="action" />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
