import { Alert, AlertTitle, Button, Snackbar, Stack } from '@mui/material'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'

type Severity = 'success' | 'error' | 'info'
/** A sentence, or a title with one below it. */
export type ToastText = string | { title: string; text: string }
/** What can be done about it, while the toast is there. */
export type ToastAction = { label: string; onPress: () => void }
type Toast = { id: number; severity: Severity; text: ToastText; action: ToastAction | undefined; open: boolean }
export type Toaster = Record<Severity, (text: ToastText, action?: ToastAction) => void>

/** Milliseconds; a toast under the pointer stays. */
const durations: Record<Severity, number> = { success: 3_000, info: 3_000, error: 3_500 }
/** With something to press, which takes a decision. */
const actionDuration = 8_000

const ToastContext = createContext<Toaster | null>(null)

export function useToast(): Toaster {
  const toaster = use(ToastContext)
  if (toaster === null) throw new Error('useToast needs a ToastProvider above it')
  return toaster
}

let lastId = 0

/** Written here and not taken from sonner, whose styles carry no nonce: the content security policy blocks them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [toaster] = useState<Toaster>(() => {
    // One at a time, so that no more of the page is covered: the latest takes the place of an earlier one, and waits for
    // an error to be read.
    const add = (severity: Severity) => (text: ToastText, action?: ToastAction) =>
      setToasts((all) => [
        ...all.filter((toast) => toast.severity === 'error' && toast.open),
        { id: ++lastId, severity, text, action, open: true },
      ])
    return { success: add('success'), info: add('info'), error: add('error') }
  })
  // Without it a toast has its button, and goes by itself.
  useEffect(() => void import('../../brand/toast-gestures.ts').catch(() => {}), [])
  return (
    <ToastContext value={toaster}>
      {children}
      <ToastRegion
        toasts={toasts.slice(0, 1)}
        close={(id) => setToasts((all) => all.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))}
        remove={(id) => setToasts((all) => all.filter((toast) => toast.id !== id))}
      />
    </ToastContext>
  )
}

type ToastRegionProps = { toasts: readonly Toast[]; close: (id: number) => void; remove: (id: number) => void }

function ToastRegion({ toasts, close, remove }: ToastRegionProps) {
  return (
    <Stack
      className="staff-toasts"
      component="section"
      aria-label="Notifications (Alt+T)"
      aria-live="polite"
      aria-relevant="additions"
      tabIndex={-1}
      spacing={1}
      sx={(theme) => ({
        position: 'fixed',
        right: 16,
        bottom: 16,
        left: { xs: 16, sm: 'auto' },
        zIndex: 'snackbar',
        // The buttons of a dialog are at the bottom of a phone's screen.
        [theme.breakpoints.down('sm')]: { 'body:has(.MuiDialog-root) &': { top: 16, bottom: 'auto' } },
      })}
    >
      {toasts.map(({ id, severity, text, action, open }) => (
        <Snackbar
          key={id}
          className="staff-toast"
          open={open}
          autoHideDuration={action ? actionDuration : durations[severity]}
          onClose={(_event, reason) => reason !== 'clickaway' && close(id)}
          slotProps={{ transition: { onExited: () => remove(id) } }}
          sx={{ position: 'static', transform: 'none', touchAction: 'pan-y' }}
        >
          <Alert
            severity={severity}
            variant="filled"
            role={severity === 'error' ? 'alert' : 'presentation'}
            onClose={() => close(id)}
            sx={{ width: '100%', minWidth: { sm: 280 }, maxWidth: { sm: 420 } }}
          >
            {typeof text === 'string' ? text : <TitleAndText {...text} />}
            {action && (
              <Button
                color="inherit"
                size="small"
                sx={{ my: -0.5, ml: 1, textDecoration: 'underline' }}
                onClick={() => {
                  close(id)
                  action.onPress()
                }}
              >
                {action.label}
              </Button>
            )}
          </Alert>
        </Snackbar>
      ))}
    </Stack>
  )
}

const TitleAndText = ({ title, text }: { title: string; text: string }) => (
  <>
    <AlertTitle sx={{ mb: 0 }}>{title}</AlertTitle>
    {text}
  </>
)
