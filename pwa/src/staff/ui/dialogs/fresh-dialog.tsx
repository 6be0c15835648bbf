import { Fragment, useId, useState, type ReactNode } from 'react'

export type DialogState = { open: boolean; onClose: () => void }

/**
 * A dialog whose state is made anew each time it is opened. It keeps what it shows while it fades out. `dialog` is to be
 * rendered; `open` opens it, for what it is asked about.
 */
export function useFreshDialog<Asked = void>(render: (asked: Asked, state: DialogState) => ReactNode) {
  // Dialogs that stand beside each other may have the same number.
  const id = useId()
  const [shown, setShown] = useState<{ asked: Asked; number: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (asked: Asked) => {
    setShown({ asked, number: (shown?.number ?? 0) + 1 })
    setOpen(true)
  }
  const dialog = shown && (
    <Fragment key={`${id} ${shown.number}`}>
      {render(shown.asked, { open: isOpen, onClose: () => setOpen(false) })}
    </Fragment>
  )
  return { open, isOpen, dialog }
}
