import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import BackIcon from '@mui/icons-material/KeyboardArrowLeft'
import OnIcon from '@mui/icons-material/KeyboardArrowRight'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { EditableList } from './use-list.ts'

type Props = {
  list: Pick<EditableList<unknown>, 'keys' | 'move' | 'remove'>
  index: number
  name: string
  across?: boolean
}

/** Up, down, remove: what every entry of a list can do. `name` says which it is; `across`, that they lie in a row. */
export function EntryButtons({ list, index, name, across = false }: Props) {
  const [Up, Down] = across ? [BackIcon, OnIcon] : [UpIcon, DownIcon]
  const [up, down] = across ? ['earlier', 'later'] : ['up', 'down']
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      <IconButton
        size="small"
        data-move="up"
        aria-label={`Move ${name} ${up}`}
        disabled={index === 0}
        onClick={() => list.move(index, index - 1)}
      >
        <Up fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        data-move="down"
        aria-label={`Move ${name} ${down}`}
        disabled={index === list.keys.length - 1}
        onClick={() => list.move(index, index + 1)}
      >
        <Down fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => list.remove(index)}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
