// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toast, Toasts } from '../site/ui/toasts.tsx'
import { act } from '../site/testing/act.ts'
import { WithoutStyles } from '../staff/testing/user.tsx'
import { ToastProvider, useToast } from '../staff/ui/toasts.tsx'

afterEach(cleanup)

const StaffButton = ({ text }: { text: string }) => {
  const toaster = useToast()
  return (
    <button type="button" onClick={() => toaster.error(text)}>
      Send
    </button>
  )
}

/** Shows a text in a toast. */
const faces = {
  'public site': async (text: string) => {
    render(<Toasts />)
    await act(async () => toast({ title: text, text: '', tone: 'problem' }))
    await import('./toast-gestures.ts')
  },
  'staff app': async (text: string) => {
    render(
      <WithoutStyles>
        <ToastProvider>
          <StaffButton text={text} />
        </ToastProvider>
      </WithoutStyles>,
    )
    await act(async () => screen.getByText('Send').click())
  },
}

const pointer = (type: string, target: EventTarget, clientX: number) =>
  act(async () => target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX })))

test.each(Object.entries(faces))(
  'Alt+T moves the focus of the %s to its toasts, and no other key does',
  async (_face, show) => {
    await show('Not sent')
    const shown = await screen.findByText('Not sent')
    dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyT' }))
    expect(document.activeElement?.contains(shown) && document.activeElement !== document.body).toBe(false)
    dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyT', altKey: true }))
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(shown)).toBe(true)
  },
)

test.each(Object.entries(faces))(
  'a swipe of 50 px takes a toast of the %s away, a shorter one does not',
  async (_face, show) => {
    await show('Not saved')
    const shown = await screen.findByText('Not saved')
    await pointer('pointerdown', shown, 100)
    await pointer('pointermove', shown, 149)
    expect(shown.closest<HTMLElement>('.toast, .staff-toast')?.style.transform).toBe('translateX(49px)')
    await pointer('pointerup', shown, 149)
    expect(shown.closest<HTMLElement>('.toast, .staff-toast')?.style.transform ?? '').not.toContain('translateX(49px)')
    await pointer('pointerdown', shown, 100)
    await pointer('pointerup', shown, 50)
    await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull(), { timeout: 1_000 })
  },
)
