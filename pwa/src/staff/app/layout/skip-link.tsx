import Link from '@mui/material/Link'

export function SkipLink() {
  return (
    <Link
      href="#main"
      onClick={(event) => {
        // The router would take the fragment for a new page.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      Skip to the page
    </Link>
  )
}
