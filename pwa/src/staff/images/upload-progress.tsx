import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import type { Upload } from './use-uploads.ts'

type Props = { uploads: readonly Upload[]; cancel: (key: number) => void }

/** The files that are being uploaded, each with a progress bar and a Cancel button. */
export function UploadProgress({ uploads, cancel }: Props) {
  if (uploads.length === 0) return null
  return (
    <Stack spacing={1} component="ul" aria-label="Uploads" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {uploads.map((upload) => (
        <Box component="li" key={upload.key} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
              <Typography variant="body2" noWrap>
                {upload.fileName}
              </Typography>
              <Typography variant="body2" noWrap sx={{ color: 'text.secondary', flex: 'none' }}>
                {upload.share < 1 ? `${Math.floor(upload.share * 100)}%` : 'Storing…'}
              </Typography>
            </Box>
            <LinearProgress
              aria-label={`Uploading ${upload.fileName}`}
              {...(upload.share < 1 ? { variant: 'determinate', value: upload.share * 100 } : {})}
            />
          </Box>
          <Button
            size="small"
            color="inherit"
            aria-label={`Cancel the upload of ${upload.fileName}`}
            onClick={() => cancel(upload.key)}
          >
            Cancel
          </Button>
        </Box>
      ))}
    </Stack>
  )
}
