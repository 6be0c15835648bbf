import { Alert, Box, Card, Link, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/session.ts'
import { ColourModeMenu } from '../colour-mode.tsx'
import { Logo } from '../logo.tsx'
import { LoginForm } from './login-form.tsx'
import { destinationOf, LeaveStaffArea, readLoginState } from './require-role.tsx'

export function LoginPage() {
  const current = useSession()
  const location = useLocation()
  const { from, ended } = readLoginState(location.state)
  useEffect(() => {
    document.title = 'Sign in · Kerbside'
  }, [])
  if (current !== null) {
    const to = destinationOf(current.user.role, from)
    return to === '/' ? <LeaveStaffArea /> : <Navigate to={to} replace />
  }
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
            Sign in
          </Typography>
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>For staff. Use your work email.</Typography>
          {ended && (
            <Alert severity="info" sx={{ mb: 2.5 }}>
              Your session has ended. Please sign in again.
            </Alert>
          )}
          <LoginForm />
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
