import { imageUrl, type UploadedImage } from '@kerbside/schema/images/image'
import LibraryIcon from '@mui/icons-material/PhotoLibraryOutlined'
import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { DialogFrame } from '../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog, type DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { SearchField } from '../ui/lists/filter-fields.tsx'
import { PictureGrid } from './picture-grid.tsx'

type Props = { onChoose: (image: UploadedImage) => void; disabled?: boolean }

/** Beside an upload: a picture that is there already. */
export function ChoosePicture({ onChoose, disabled = false }: Props) {
  const { open, dialog } = useFreshDialog((_asked, state) => <LibraryDialog {...state} onChoose={onChoose} />)
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ borderColor: 'divider' }}
        startIcon={<LibraryIcon />}
        disabled={disabled}
        onClick={() => open()}
      >
        Choose from library
      </Button>
      {dialog}
    </>
  )
}

function LibraryDialog({ open, onClose, onChoose }: DialogState & Pick<Props, 'onChoose'>) {
  const [search, setSearch] = useState('')
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      maxWidth="md"
      title="Choose a picture"
      actions={
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Box sx={{ display: 'flex', pt: 1, pb: 1.5 }}>
        <SearchField label="Search name, text or page" value={search} onSearch={setSearch} />
      </Box>
      <Box sx={{ mx: -2 }}>
        <PictureGrid
          filter={{ search }}
          clear={() => setSearch('')}
          empty="Upload one with the button beside this one."
          verb="Choose"
          onPress={({ id, name, size }) => {
            onChoose({ id, url: imageUrl(id), name, size })
            onClose()
          }}
        />
      </Box>
    </DialogFrame>
  )
}
