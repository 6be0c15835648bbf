import { brand } from '@kerbside/schema/brand'
import { type Components, createTheme, type Theme } from '@mui/material'
import { rescueFocus } from './dialogs/confirm-dialog.tsx'
import type {} from '@mui/material/themeCssVarsAugmentation'

const light = {
  primary: { main: brand.greenDeep, dark: '#166534', light: '#22c55e', contrastText: brand.ground },
  error: { main: brand.red },
  warning: { main: '#b45309' },
  info: { main: brand.focus },
  success: { main: brand.greenDeep },
  background: { default: '#f8fafc', paper: brand.ground },
  text: { primary: '#0f172a', secondary: '#475569', disabled: '#94a3b8' },
  divider: '#e2e8f0',
}

const dark = {
  primary: { main: '#4ade80', dark: '#22c55e', light: '#86efac', contrastText: '#052e16' },
  // `dark` is the background of toasts, below white text.
  error: { main: '#fca5a5', dark: brand.red },
  warning: { main: '#fcd34d', dark: brand.amber },
  info: { main: '#93c5fd', dark: brand.focus },
  success: { main: '#4ade80', dark: brand.greenDeep },
  background: { default: '#0b1220', paper: '#141d2f' },
  text: { primary: '#f1f5f9', secondary: '#a3b1c6', disabled: '#64748b' },
  divider: '#2b3850',
}

// The typeface of the public site: one download for both.
const fontFamily = 'var(--font, system-ui), sans-serif'

const focusRing = { '&.Mui-focusVisible': { outline: '2px solid currentColor', outlineOffset: 2 } } as const

/** A finger needs more room than a mouse. */
const forFingers = { '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 } } as const

/** For a link that stands alone in its line: as many pixels above and below the text as make 44. */
export const linkForFingers = { '@media (pointer: coarse)': { minWidth: 44, py: 1.375 } } as const

/** What every control of the staff area has in common. */
const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // Heavier than the public site's rule for `body`, which may come later in the document.
      'html body': {
        ...theme.typography.body1,
        color: theme.vars?.palette.text.primary,
        background: theme.vars?.palette.background.default,
        fontVariantNumeric: 'tabular-nums',
        overflowWrap: 'anywhere',
      },
      '@media print': {
        '.no-print': { display: 'none !important' },
        '*': { printColorAdjust: 'exact' },
        'html body': { color: '#000', background: '#fff' },
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
      },
    }),
  },
  MuiButtonBase: { styleOverrides: { root: focusRing } },
  MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: forFingers } },
  MuiCheckbox: { styleOverrides: { root: forFingers } },
  MuiChip: { styleOverrides: { root: { '&.MuiChip-clickable, &.MuiChip-deletable': forFingers } } },
  MuiIconButton: { styleOverrides: { root: forFingers } },
  MuiListItemButton: { styleOverrides: { root: forFingers } },
  MuiOutlinedInput: { styleOverrides: { root: forFingers } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 300 } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '10px 12px',
        verticalAlign: 'top',
        borderBottomColor: theme.vars?.palette.divider,
      }),
      paddingCheckbox: { padding: '4px 0 4px 4px' },
      head: ({ theme }) => ({
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.background.paper,
        fontSize: '0.75rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: '#f0fdf4',
          ...theme.applyStyles('dark', { backgroundColor: '#16292a' }),
        },
      }),
    },
  },
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: 'xs', slotProps: { transition: { onExited: rescueFocus } } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', fontWeight: 650, paddingBottom: 8 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
}

/** Green for what can be pressed or has succeeded, slate everywhere else. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: '[data-colour-scheme="%s"]', cssVarPrefix: 'staff' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  // 768 px is where the sidebar becomes a drawer and tables become cards.
  breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily,
    fontSize: 14,
    body1: { fontSize: '0.875rem', lineHeight: 1.55 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem' },
    h1: {
      fontSize: 'clamp(1rem, 0.75rem + 1.2vw, 1.125rem)',
      fontWeight: 650,
      lineHeight: 1.3,
      letterSpacing: '-0.01em',
    },
    h2: { fontSize: '1rem', fontWeight: 650, lineHeight: 1.35 },
    h3: { fontSize: '0.875rem', fontWeight: 650, lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 600, fontSize: '0.875rem' },
  },
  components,
})
