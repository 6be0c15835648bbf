import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import { placeholderImage } from '@kerbside/schema/pages/content/home-page'
import { imageUrlOf, type ImageRef } from '@kerbside/schema/pages/link'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ImagePreviewDialog } from '../../../images/image-preview-dialog.tsx'
import { UploadButton } from '../../../images/upload-button.tsx'
import { UploadProgress } from '../../../images/upload-progress.tsx'
import type { Upload } from '../../../images/use-uploads.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { entryOf, errorsOf, type Cursor } from '../../fields/cursor.ts'
import { EntryButtons } from '../../fields/entry-buttons.tsx'
import { RemovedNotice } from '../../fields/removed-notice.tsx'
import { useList } from '../../fields/use-list.ts'
import { NothingYet } from '../nothing-yet.tsx'

type Props = {
  field: Cursor<ImageRef[]>
  location: string
  uploads: readonly Upload[]
  start: (files: File[]) => void
  cancel: (key: number) => void
}

/** The pictures of one job. Uploads are stored and attached at once, ahead of Save. */
export function JobImages({ field, location, uploads, start, cancel }: Props) {
  const id = useId()
  const list = useList(field)
  const [previewed, setPreviewed] = useState({ url: '', open: false })
  const room = contentLimits.images - field.value.length - uploads.length
  const { removed } = list
  return (
    <Stack spacing={1.5} role="group" aria-labelledby={id}>
      <Typography variant="h3" component="p" id={id}>
        Images
      </Typography>
      {list.keys.length === 0 && !removed && <NothingYet>No images yet. Use Upload Image.</NothingYet>}
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: tiles }}>
        {list.keys.map((key, index) => (
          <Box component="li" key={key} data-entry={key} sx={{ minWidth: 0 }}>
            <Tile
              image={entryOf(field, index)}
              name={`image ${index + 1}`}
              onPreview={() => setPreviewed({ url: imageUrlOf(field.value[index] as ImageRef), open: true })}
            />
            <EntryButtons list={list} index={index} name={`image ${index + 1}`} across />
          </Box>
        ))}
      </Box>
      {removed && <RemovedNotice name={`image ${removed.index + 1}`} entryKey={removed.key} putBack={list.putBack} />}
      <UploadProgress uploads={uploads} cancel={cancel} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <UploadButton
          multiple
          disabled={room <= 0}
          describedBy={`${id}-hint`}
          onFiles={(files) => start(files.slice(0, room))}
        />
        <Typography variant="body2" id={`${id}-hint`} sx={{ color: 'text.secondary' }}>
          {room > 0 ? 'JPG/PNG (uploaded immediately)' : `A job has at most ${contentLimits.images} images.`}
        </Typography>
      </Box>
      <FormErrors field={field} />
      <VisuallyHidden role="status">{list.said}</VisuallyHidden>
      <ImagePreviewDialog
        title={location.trim() === '' ? 'Image' : location}
        {...previewed}
        onClose={() => setPreviewed({ ...previewed, open: false })}
      />
    </Stack>
  )
}

const tiles = 'repeat(auto-fill, minmax(112px, 1fr))'

function FormErrors({ field }: { field: Cursor<ImageRef[]> }) {
  const errors = errorsOf(field)
  return errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>
}

function Tile({ image, name, onPreview }: { image: Cursor<ImageRef>; name: string; onPreview: () => void }) {
  const url = imageUrlOf(image.value)
  const errors = errorsOf(image)
  const caption = url === placeholderImage ? 'Placeholder' : typeof image.value === 'string' ? '' : image.value.name
  return (
    <>
      <ButtonBase
        aria-label={`Preview ${name}`}
        onClick={onPreview}
        sx={{ display: 'block', width: '100%', borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
      >
        <Box
          component="img"
          src={url}
          alt=""
          loading="lazy"
          sx={{ display: 'block', width: '100%', aspectRatio: '4 / 3', objectFit: 'cover', bgcolor: 'action.hover' }}
        />
      </ButtonBase>
      {caption !== '' && (
        <Typography variant="caption" noWrap component="p" title={caption} sx={{ color: 'text.secondary' }}>
          {caption}
        </Typography>
      )}
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
    </>
  )
}
