import { imageUrl, longestAlt } from '@kerbside/schema/images/image'
import { kindOfGraphql } from '@kerbside/schema/pages/page'
import { pageEditorPath } from '@kerbside/schema/pages/page-url'
import { Box, Button, Link, Paper, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog, type DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { ListHead } from '../ui/lists/list-frame.tsx'
import { useFilter } from '../ui/lists/use-filter.tsx'
import { StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted } from '../ui/section.tsx'
import { formatDate } from '../ui/times.ts'
import { useToast } from '../ui/toasts.tsx'
import { findPictures, PictureGrid } from './picture-grid.tsx'
import { deletePicture, describePicture, pictureLibrary, type Picture } from './pictures.queries.ts'
import { UploadButton } from './upload-button.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUploads } from './use-uploads.ts'

const uses = {
  used: { label: 'On a page' },
  unused: { label: 'On no page' },
  undescribed: { label: 'Without a text' },
} as const

/** The uploaded pictures: what each shows, and on which pages it is (docs/specification.md, 11). */
export function PicturesPage() {
  usePageTitle('Pictures')
  const query = useQuery(pictureLibrary())
  const { filter, fields, clear } = useFilter('Search name, text or page', {
    use: { label: 'Use', all: 'All pictures', labels: uses },
  })
  const { uploads, start, cancel } = useLibraryUploads()
  const editing = useFreshDialog<Picture>((picture, state) => <PictureDialog picture={picture} {...state} />)
  const found = query.data && findPictures(query.data, filter).length
  return (
    <>
      <StaleNotice query={query} />
      <Paper variant="outlined" component="section" aria-label="Picture library">
        <ListHead
          filters={fields}
          summary={found === undefined ? '' : `${found} ${found === 1 ? 'picture' : 'pictures'}, newest first`}
          actions={<UploadButton multiple onFiles={(files) => start(files)} />}
        />
        <Box sx={{ px: 2 }}>
          <UploadProgress uploads={uploads} cancel={cancel} />
        </Box>
        <PictureGrid
          filter={filter}
          clear={clear}
          empty="What is uploaded here or in a page’s editor appears here."
          verb="Edit"
          onPress={editing.open}
        />
      </Paper>
      {editing.dialog}
    </>
  )
}

function useLibraryUploads() {
  const client = useQueryClient()
  const toast = useToast()
  return useUploads({
    done: () => {
      void client.invalidateQueries({ queryKey: pictureLibrary().queryKey })
      toast.success('Image uploaded')
    },
    failed: (message, fileName) => toast.error({ title: 'Upload failed', text: `${fileName}: ${message}` }),
  })
}

/** One picture: its text, where it is used, and its deletion while it is not. */
function PictureDialog({ picture, open, onClose }: DialogState & { picture: Picture }) {
  const { id, name, alt, width, height, size, createdAt, createdBy, usedBy } = picture
  const form = useForm({
    start: { alt },
    save: ({ alt: text }) => describePicture(id, text),
    done: 'Picture saved',
    onDone: onClose,
    refreshes: pictureLibrary(),
  })
  const deletion = useConfirmed<Picture, unknown>({
    mutationFn: () => deletePicture(id),
    question: () => ({ title: `Delete ${name}?`, text: 'No page shows it. This cannot be undone.', confirm: 'Delete' }),
    done: 'Picture deleted',
    onSuccess: onClose,
    refreshes: pictureLibrary(),
  })
  return (
    <>
      <FormDialog {...{ form, open, onClose }} maxWidth="sm" title={name} submit="Save" busyText="Saving...">
        <Box component="img" src={`${imageUrl(id)}?w=1024&format=webp`} alt={alt} sx={large} />
        <Muted>
          {width} × {height} pixels, {Math.ceil(size / 1_000).toLocaleString('en-GB')} kB. Uploaded by {createdBy},{' '}
          {formatDate(createdAt)}.
        </Muted>
        <Field
          form={form}
          name="alt"
          label="Alternative text"
          multiline
          autoFocus
          helperText="What it shows, for people who cannot see it: on every page that has it."
          slotProps={{ htmlInput: { maxLength: longestAlt } }}
        />
        <div>
          <Typography variant="h3" component="p">
            {usedBy.length === 0 ? 'No page shows it' : 'Pages that show it'}
          </Typography>
          {usedBy.map(({ kind, url, isPublished }) => (
            <Box key={`${kind} ${url}`} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
              <Link component={RouterLink} to={pageEditorPath(kindOfGraphql(kind), url)}>
                {url}
              </Link>
              <Muted>{isPublished ? 'visitors see it' : 'only in the draft'}</Muted>
            </Box>
          ))}
          {usedBy.length === 0 && (
            <Button color="error" onClick={() => deletion.ask(picture)} sx={{ ml: -1 }}>
              Delete picture
            </Button>
          )}
        </div>
      </FormDialog>
      {deletion.dialog}
    </>
  )
}

const large = {
  display: 'block',
  maxWidth: '100%',
  maxHeight: '40vh',
  mx: 'auto',
  objectFit: 'contain',
  borderRadius: 1,
  bgcolor: 'action.hover',
} as const
