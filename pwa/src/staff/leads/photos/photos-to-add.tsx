import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Section, VisuallyHidden } from '../../ui/section.tsx'
import type { PhotoToAdd } from './use-photos-to-add.ts'

type PhotosToAddProps = {
  photos: readonly PhotoToAdd[]
  problem: string
  isBusy: boolean
  onChoose: (files: File[]) => void
  onRemove: (id: string) => void
}

/** What was shared or chosen, and the way to choose more. */
export function PhotosToAdd({ photos, problem, isBusy, onChoose, onRemove }: PhotosToAddProps) {
  const preparing = photos.filter(({ state }) => state === 'preparing').length
  return (
    <Section title="Photos">
      {photos.length > 0 && (
        <Box
          component="ul"
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gap: 1.5, p: 0, mb: 2 }}
        >
          {photos.map((photo, index) => (
            <Box component="li" key={photo.id} sx={{ display: 'block', minWidth: 0 }}>
              <Thumb photo={photo} number={index + 1} isBusy={isBusy} onRemove={() => onRemove(photo.id)} />
            </Box>
          ))}
        </Box>
      )}
      {problem && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <FileButton
        accept="image/*"
        multiple
        variant="outlined"
        startIcon={<AddPhotoIcon />}
        disabled={isBusy}
        onFiles={onChoose}
      >
        {photos.length > 0 ? 'Choose more photos' : 'Choose photos'}
      </FileButton>
      <VisuallyHidden role="status">
        {preparing > 0 && `Preparing ${preparing} of ${photos.length} photos`}
      </VisuallyHidden>
    </Section>
  )
}

type ThumbProps = { photo: PhotoToAdd; number: number; isBusy: boolean; onRemove: () => void }

function Thumb({ photo: { name, jpeg, state, share, message }, number, isBusy, onRemove }: ThumbProps) {
  const url = useUrl(jpeg)
  const title = `Photo ${number}`
  return (
    <Stack spacing={0.5}>
      <Box
        sx={{
          aspectRatio: '4 / 3',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'action.hover',
          display: 'grid',
          placeItems: 'center',
          '& img': { width: '100%', height: '100%', objectFit: 'cover', minHeight: 0 },
        }}
      >
        {url ? (
          <img src={url} alt={title} />
        ) : (
          <Typography variant="caption" sx={{ color: 'text.secondary', p: 1, overflowWrap: 'anywhere' }}>
            {state === 'preparing' ? 'Preparing…' : name}
          </Typography>
        )}
      </Box>
      {state === 'sending' && (
        <LinearProgress variant="determinate" value={share * 100} aria-label={`Sending ${title.toLowerCase()}`} />
      )}
      {state === 'sent' && (
        <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <CheckIcon color="success" fontSize="small" aria-hidden /> Added
        </Typography>
      )}
      {message && (
        <Typography variant="body2" color="error" role="alert">
          {message}
        </Typography>
      )}
      {state !== 'sent' && state !== 'sending' && (
        <Button
          size="small"
          color="inherit"
          aria-label={`Remove ${title.toLowerCase()}`}
          disabled={isBusy}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </Stack>
  )
}

/** The address of a photo for as long as it is shown. */
function useUrl(jpeg: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (jpeg === null) return
    const made = URL.createObjectURL(jpeg)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [jpeg])
  return url
}
