import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import type { PortfolioJob } from '@kerbside/schema/pages/content/home-content'
import { placeholderImage } from '@kerbside/schema/pages/content/home-page'
import { newJob } from '@kerbside/schema/pages/defaults/default-home'
import { imageUrlOf, type ImageRef } from '@kerbside/schema/pages/link'
import { Box, ButtonBase, FormHelperText, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { ImagePreviewDialog } from '../../ui/dialogs/image-preview-dialog.tsx'
import { ChoosePicture } from '../../images/choose-picture.tsx'
import { UploadButton } from '../../images/upload-button.tsx'
import { UploadProgress } from '../../images/upload-progress.tsx'
import { useUploads, type Upload } from '../../images/use-uploads.ts'
import { useToast } from '../../ui/toasts.tsx'
import { at, entryOf, errorsOf, type Cursor } from '../fields/cursor.ts'
import { ItemList } from '../fields/item-list.tsx'
import { Entries, EntryButtons } from '../fields/list-parts.tsx'
import { LineField } from '../fields/text-fields.tsx'
import { useList } from '../fields/use-list.ts'

/** The jobs of the portfolio, with their pictures. */
export function PortfolioJobs({ field }: { field: Cursor<PortfolioJob[]> }) {
  const jobs = useList(field)
  const toast = useToast()
  // A job is known by its key while it moves; one that was removed meanwhile gets nothing.
  const { uploads, start, cancel } = useUploads({
    done: (image, key) => {
      const index = jobs.keys.indexOf(key)
      if (index < 0) return toast.info('The image was uploaded, but its job has been removed.')
      at(entryOf(jobs.field, index), 'images').update((images) => [...images, image])
      toast.success('Image uploaded')
    },
    failed: (message, fileName) => toast.error({ title: 'Upload failed', text: `${fileName}: ${message}` }),
  })
  return (
    <ItemList
      list={jobs}
      entry="job"
      create={() => structuredClone(newJob)}
      summary={({ location, images }) => ({
        title: location,
        note: images.length === 1 ? '1 image' : `${images.length} images`,
        ...(images[0] === undefined ? {} : { image: imageUrlOf(images[0]) }),
      })}
      empty='No portfolio jobs yet. Click "Add Job" to create one.'
    >
      {(job, key) => (
        <>
          <LineField field={at(job, 'location')} label="Location" />
          <JobImages
            field={at(job, 'images')}
            location={job.value.location}
            uploads={uploads.filter(({ owner }) => owner === key)}
            start={(files) => start(files, key)}
            cancel={cancel}
          />
        </>
      )}
    </ItemList>
  )
}

type JobImagesProps = {
  field: Cursor<ImageRef[]>
  location: string
  uploads: readonly Upload[]
  start: (files: File[]) => void
  cancel: (key: number) => void
}

/** The pictures of one job. Uploads are stored and attached at once, ahead of Save. */
function JobImages({ field, location, uploads, start, cancel }: JobImagesProps) {
  const id = useId()
  const list = useList(field)
  const [previewed, setPreviewed] = useState({ url: '', open: false })
  const room = contentLimits.images - field.value.length - uploads.length
  return (
    <Stack spacing={1.5} role="group" aria-labelledby={id}>
      <Typography variant="h3" component="p" id={id}>
        Images
      </Typography>
      <Entries
        list={list}
        name={(_image, index) => `image ${index + 1}`}
        empty="No images yet. Use Upload Image."
        renderEntry={(image, key, index) => (
          <Box component="li" data-entry={key} data-path={image.path} sx={{ minWidth: 0 }}>
            <Tile
              image={image}
              name={`image ${index + 1}`}
              onPreview={() => setPreviewed({ url: imageUrlOf(image.value), open: true })}
            />
            <EntryButtons list={list} index={index} name={`image ${index + 1}`} across />
          </Box>
        )}
        sx={{
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
        }}
      />
      <UploadProgress uploads={uploads} cancel={cancel} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <UploadButton
          multiple
          disabled={room <= 0}
          describedBy={`${id}-hint`}
          onFiles={(files) => start(files.slice(0, room))}
        />
        <ChoosePicture disabled={room <= 0} onChoose={(image) => field.update((images) => [...images, image])} />
        <Typography variant="body2" id={`${id}-hint`} sx={{ color: 'text.secondary' }}>
          {room > 0 ? 'JPG/PNG (uploaded immediately)' : `A job has at most ${contentLimits.images} images.`}
        </Typography>
      </Box>
      <ImagePreviewDialog
        title={location.trim() === '' ? 'Image' : location}
        {...previewed}
        onClose={() => setPreviewed({ ...previewed, open: false })}
      />
    </Stack>
  )
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
