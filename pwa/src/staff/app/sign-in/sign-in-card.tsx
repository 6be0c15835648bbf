import { Box, Card, Link, TextField, Typography } from '@mui/material'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { ColourModeMenu } from '../colour-mode.tsx'
import { Logo } from '../logo.tsx'

type SignInCardProps = { title: string; text: string; children: ReactNode }

/** What the screens before signing in have in common. */
export function SignInCard({ title, text, children }: SignInCardProps) {
  useEffect(() => {
    document.title = `${title} · Kerbside`
  }, [title])
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ position: 'absolute', top: 12, right: 12 }}>
        <ColourModeMenu />
      </Box>
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1.25, mb: 3 }}>
          <Logo size={36} />
          <Typography sx={{ fontSize: '1.375rem', fontWeight: 700, letterSpacing: '-0.02em' }}>Kerbside</Typography>
        </Box>
        <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
          <Typography variant="h1" sx={{ mb: 0.5 }}>
            {title}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>{text}</Typography>
          {children}
        </Card>
        <Typography sx={{ textAlign: 'center', mt: 3 }}>
          <Link href="/" underline="hover">
            Back to the website
          </Link>
        </Typography>
      </Box>
    </Box>
  )
}

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'inputRef' | 'defaultValue' | 'error' | 'helperText'> & {
  'aria-describedby'?: string | undefined
}

/** The address that somebody signs in with. */
export const EmailField = ({ 'aria-describedby': describedBy, ...props }: EmailFieldProps) => (
  <TextField
    {...props}
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    autoFocus
    slotProps={{
      htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false, 'aria-describedby': describedBy },
    }}
  />
)
