import type { Components, Theme } from '@mui/material/styles'

const focusRing = { '&.Mui-focusVisible': { outline: '2px solid currentColor', outlineOffset: 2 } } as const

/** What every control of the staff area has in common. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
      },
    },
  },
  MuiButtonBase: { styleOverrides: { root: focusRing } },
  MuiButton: { defaultProps: { disableElevation: true } },
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
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', fontWeight: 650, paddingBottom: 8 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
}
