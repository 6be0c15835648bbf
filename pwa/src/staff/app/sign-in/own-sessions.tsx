import DevicesIcon from '@mui/icons-material/DevicesOutlined'
import { IconButton, Tooltip } from '@mui/material'
import { usePartDialog } from '../../ui/dialogs/fresh-dialog.tsx'

/** A button that shows where and how one signs in. */
export function OwnSessions() {
  const { open, dialog } = usePartDialog(
    () => import('./sessions-dialog.tsx'),
    ({ SessionsDialog }, _asked: void, state) => <SessionsDialog {...state} />,
  )
  return (
    <>
      <Tooltip title="Your sessions">
        <IconButton aria-label="Your sessions" aria-haspopup="dialog" onClick={() => open()}>
          <DevicesIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {dialog}
    </>
  )
}
