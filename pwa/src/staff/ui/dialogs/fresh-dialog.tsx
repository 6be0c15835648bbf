import { Fragment, useId, useState, type ReactNode } from 'react'
import { useToast } from '../toasts.tsx'

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

/** Many browsers remember until the page is loaded again that a part of it could not be had. */
const notLoaded = {
  title: 'This needs a connection',
  text: 'It is not kept on this device. Load the page again once you are online.',
}

/** Counts what was asked for, so that of dialogs that are asked for while they load only the last one opens. */
let asks = 0

/** The same for a dialog whose code comes when it is asked for. Where it cannot be loaded a toast says so. */
export function usePartDialog<Part, Asked = void>(
  load: () => Promise<Part>,
  render: (part: Part, asked: Asked, state: DialogState) => ReactNode,
) {
  const toast = useToast()
  const { open: show, ...dialog } = useFreshDialog(({ part, asked }: { part: Part; asked: Asked }, state) =>
    render(part, asked, state),
  )
  const loadAndShow = async (asked: Asked): Promise<void> => {
    const ask = ++asks
    const part = await load().catch(() => null)
    if (ask !== asks) return
    if (part === null) toast.error(notLoaded)
    else show({ part, asked })
  }
  return { ...dialog, open: (asked: Asked) => void loadAndShow(asked) }
}
