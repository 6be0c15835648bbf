import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import Stack from '@mui/material/Stack'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

type Severity = 'success' | 'error' | 'info'
type Toast = { id: number; severity: Severity; text: string; open: boolean }
export type Toaster = Record<Severity, (text: string) => void>

/** Milliseconds; pointing at a toast stops its clock. */
const durations: Record<Severity, number> = { success: 3_000, info: 3_000, error: 3_500 }
const maximumVisible = 3

const ToastContext = createContext<Toaster | null>(null)

export function useToast(): Toaster {
  const toaster = use(ToastContext)
  if (toaster === null) throw new Error('useToast needs a ToastProvider above it')
  return toaster
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const add = useCallback((severity: Severity, text: string) => {
    const id = ++lastId.current
    setToasts((all) => [...all, { id, severity, text, open: true }].slice(-maximumVisible))
  }, [])
  const toaster = useMemo<Toaster>(
    () => ({
      success: (text) => add('success', text),
      info: (text) => add('info', text),
      error: (text) => add('error', text),
    }),
    [add],
  )
  const close = (id: number) =>
    setToasts((all) => all.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  const remove = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id))
  return (
    <ToastContext value={toaster}>
      {children}
      <ToastRegion toasts={toasts} close={close} remove={remove} />
    </ToastContext>
  )
}

type ToastRegionProps = { toasts: readonly Toast[]; close: (id: number) => void; remove: (id: number) => void }

function ToastRegion({ toasts, close, remove }: ToastRegionProps) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyT') region.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Stack
      ref={region}
      component="section"
      aria-label="Notifications (Alt+T)"
      aria-live="polite"
      aria-relevant="additions"
      tabIndex={-1}
      spacing={1}
      sx={{ position: 'fixed', right: 16, bottom: 16, left: { xs: 16, sm: 'auto' }, zIndex: 'snackbar' }}
    >
      {toasts.map(({ id, severity, text, open }) => (
        <Snackbar
          key={id}
          open={open}
          autoHideDuration={durations[severity]}
          onClose={(_event, reason) => reason !== 'clickaway' && close(id)}
          slotProps={{ transition: { onExited: () => remove(id) } }}
          sx={{ position: 'static', transform: 'none' }}
        >
          <Alert
            severity={severity}
            variant="filled"
            role={severity === 'error' ? 'alert' : 'presentation'}
            onClose={() => close(id)}
            sx={{ width: '100%', minWidth: { sm: 280 }, maxWidth: { sm: 420 } }}
          >
            {text}
          </Alert>
        </Snackbar>
      ))}
    </Stack>
  )
}
