import { Alert, Box, ButtonBase, Skeleton, Typography } from '@mui/material'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { withSession } from '../../../api/renewal.ts'
import { restFile } from '../../../api/rest.ts'
import { ImagePreviewDialog } from '../../ui/image-preview-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import type { LeadDetail } from '../lead.queries.ts'

type Photo = LeadDetail['photos'][number]

/** A photo never changes, and is forgotten with the page. */
const photoFile = (leadId: string, id: string) =>
  queryOptions({
    queryKey: ['lead-photo', leadId, id],
    queryFn: async ({ signal }) => withSession((token) => restFile(`/quote/${leadId}/photos/${id}`, { token, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** The photos of the drive, the homeowner's and those by staff; each opens large. */
export function LeadPhotos({ lead: { id, photos } }: { lead: Pick<LeadDetail, 'id' | 'photos'> }) {
  if (photos.length === 0) return null
  return (
    <Section title={photos.length === 1 ? 'Photo of the drive' : `${photos.length} photos of the drive`}>
      <Box
        component="ul"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gap: 1, p: 0, m: 0 }}
      >
        {photos.map((photo, index) => (
          <Box component="li" key={photo.id} sx={{ display: 'block' }}>
            <LeadPhoto leadId={id} photo={photo} title={`Photo ${index + 1} of ${photos.length} of the drive`} />
            {photo.by && (
              <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                Added by {photo.by.name}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  )
}

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
