import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import { Alert, Box, Button, ButtonBase, Skeleton, Typography } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { messageOf } from '../../../api/api-error.ts'
import { withSession } from '../../../api/renewal.ts'
import { restCall, restFile } from '../../../api/rest.ts'
import { useCan } from '../../../api/session.ts'
import { useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { ImagePreviewDialog } from '../../ui/dialogs/image-preview-dialog.tsx'
import { Muted, Section } from '../../ui/section.tsx'
import { useLeadCache, type LeadDetail } from '../lead.queries.ts'

type Photo = LeadDetail['photos'][number]

/** A photo never changes, and is forgotten with the page. */
const photoFile = (leadId: string, id: string) =>
  queryOptions({
    queryKey: ['lead-photo', leadId, id],
    queryFn: async ({ signal }) => withSession((token) => restFile(`/quote/${leadId}/photos/${id}`, { token, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** The photos of the job, the homeowner's and those by staff; each opens large. */
export function LeadPhotos({ lead }: { lead: Pick<LeadDetail, 'id' | 'photos' | 'erasedAt'> }) {
  const { id, photos, erasedAt } = lead
  const mayAdd = useCan('lead:edit') && erasedAt === null
  const removal = useRemovePhoto(id)
  if (photos.length === 0 && !mayAdd) return null
  return (
    <Section title={titleOf(photos.length)} action={mayAdd && <AddPhotos leadId={id} />}>
      {photos.length === 0 && <Muted>There are none yet.</Muted>}
      <Box
        component="ul"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gap: 1, p: 0, m: 0 }}
      >
        {photos.map((photo, index) => (
          <Box component="li" key={photo.id} sx={{ display: 'block' }}>
            <LeadPhoto leadId={id} photo={photo} title={`Photo ${index + 1} of ${photos.length} of the job`} />
            {photo.by && (
              <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                Added by {photo.by.name}
                {mayAdd && (
                  <Button
                    size="small"
                    color="inherit"
                    aria-label={`Remove photo ${index + 1}`}
                    onClick={() => removal.ask({ leadId: id, photoId: photo.id })}
                  >
                    Remove
                  </Button>
                )}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      {removal.dialog}
    </Section>
  )
}

type StaffPhoto = { leadId: string; photoId: string }

const removePhoto = ({ leadId, photoId }: StaffPhoto) =>
  withSession((token) => restCall(`/quote/${leadId}/staff-photos/${photoId}`, { method: 'DELETE', token }))

/** Asks first: the homeowner and firms do not see the photo any more. */
function useRemovePhoto(leadId: string) {
  const { refresh } = useLeadCache(leadId)
  return useConfirmed({
    mutationFn: removePhoto,
    question: (_photo: StaffPhoto) => ({
      title: 'Remove photo',
      text: 'Remove this photo from the lead? It is deleted for everybody, and this cannot be undone.',
      confirm: 'Remove',
      busyText: 'Removing…',
    }),
    onSuccess: () => refresh(),
  })
}

const titleOf = (count: number) =>
  count === 0 ? 'Photos of the job' : count === 1 ? 'Photo of the job' : `${count} photos of the job`

const AddPhotos = ({ leadId }: { leadId: string }) => (
  <Button component={RouterLink} to={{ pathname: '../share', search: `lead=${leadId}` }} startIcon={<AddPhotoIcon />}>
    Add photos
  </Button>
)

function LeadPhoto({ leadId, photo, title }: { leadId: string; photo: Photo; title: string }) {
  const query = useQuery(photoFile(leadId, photo.id))
  const url = useObjectUrl(query.data)
  const [isOpen, setIsOpen] = useState(false)
  const frame = { width: '100%', aspectRatio: '4 / 3', borderRadius: 1 } as const
  if (query.isError) return <Alert severity="warning">{messageOf(query.error)}</Alert>
  if (url === null) return <Skeleton variant="rounded" sx={{ ...frame, height: 'auto' }} />
  return (
    <>
      <ButtonBase
        aria-label={`${title}: open`}
        focusRipple
        onClick={() => setIsOpen(true)}
        sx={{ ...frame, display: 'block', overflow: 'hidden' }}
      >
        <Box
          component="img"
          src={url}
          alt=""
          width={photo.width}
          height={photo.height}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
        />
      </ButtonBase>
      <ImagePreviewDialog title={title} url={url} alt={title} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** An address of the bytes for as long as they are shown. */
function useObjectUrl(file: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
