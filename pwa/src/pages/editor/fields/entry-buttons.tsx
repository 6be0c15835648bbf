import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { EditableList } from './use-list.ts'

type Props = { list: Pick<EditableList<unknown>, 'keys' | 'move' | 'remove'>; index: number; name: string }

/** Up, down, remove: what every entry of a list can do. `name` says which entry it is. */
export function EntryButtons({ list, index, name }: Props) {
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      <IconButton
        size="small"
        data-move="up"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => list.move(index, index - 1)}
      >
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        data-move="down"
        aria-label={`Move ${name} down`}
        disabled={index === list.keys.length - 1}
        onClick={() => list.move(index, index + 1)}
      >
        <DownIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => list.remove(index)}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
