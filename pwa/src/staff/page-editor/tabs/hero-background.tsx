import { canonicalColour, formatColour, parseColour } from '@kerbside/schema/pages/colour'
import { black, layOver, white } from '@kerbside/schema/pages/colour-tools'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { Box, Button } from '@mui/material'
import { safeImageUrl } from '@kerbside/schema/pages/link'
import { useState } from 'react'
import { Muted } from '../../ui/section.tsx'
import { ImagePreviewDialog } from '../../ui/dialogs/image-preview-dialog.tsx'
import { ChoosePicture } from '../../images/choose-picture.tsx'
import { UploadButton } from '../../images/upload-button.tsx'
import { UploadProgress } from '../../images/upload-progress.tsx'
import { useUploads } from '../../images/use-uploads.ts'
import { useToast } from '../../ui/toasts.tsx'
import { SelectField } from '../fields/choice-fields.tsx'
import { ColourField, OverlayField } from '../fields/colour-fields.tsx'
import { at, type Cursor } from '../fields/cursor.ts'
import { LineField } from '../fields/text-fields.tsx'

type Hero = HomeContent['hero']

const types = [
  { value: 'color', label: 'Colour only' },
  { value: 'image', label: 'Image only' },
  { value: 'image-overlay', label: 'Image with colour overlay' },
] as const

/** The fields of the hero's background; only those that the chosen type uses are shown. */
export function HeroBackground({ hero }: { hero: Cursor<Hero> }) {
  const type = hero.value.backgroundType
  return (
    <>
      <SelectField field={at(hero, 'backgroundType')} label="Background type" choices={types} />
      {type === 'color' && <ColourField field={at(at(hero, 'colors'), 'background')} label="Background colour" />}
      {type !== 'color' && <BackgroundImage hero={hero} />}
      {type === 'image-overlay' && <OverlayField field={at(hero, 'backgroundOverlay')} />}
      {type === 'image' && (
        <Muted>The text stands on the picture itself. If it is hard to read, choose “Image with colour overlay”.</Muted>
      )}
    </>
  )
}

function BackgroundImage({ hero }: { hero: Cursor<Hero> }) {
  const toast = useToast()
  const [previewing, setPreviewing] = useState(false)
  const image = at(hero, 'backgroundImage')
  const shown = safeImageUrl(image.value)
  const { uploads, start, cancel } = useUploads({
    done: ({ url }) => {
      image.update(() => url)
      toast.success('Background image uploaded successfully')
    },
    failed: (message) => toast.error({ title: 'Upload failed', text: message }),
  })
  const overlay = hero.value.backgroundType === 'image-overlay' ? canonicalColour(hero.value.backgroundOverlay) : null
  return (
    <>
      <LineField
        field={image}
        label="Background image URL"
        help={image.value === '' ? 'Without an image the background colour shows.' : undefined}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <UploadButton onFiles={(files) => start(files.slice(0, 1))} disabled={uploads.length > 0} />
        <ChoosePicture onChoose={({ url }) => image.update(() => url)} disabled={uploads.length > 0} />
        <Button
          variant="outlined"
          color="inherit"
          sx={{ borderColor: 'divider' }}
          disabled={shown === null}
          onClick={() => setPreviewing(true)}
        >
          Preview
        </Button>
      </Box>
      <UploadProgress uploads={uploads} cancel={cancel} />
      <ImagePreviewDialog
        title="Background image"
        url={shown ?? ''}
        open={previewing && shown !== null}
        onClose={() => setPreviewing(false)}
        {...(overlay === null ? {} : { overlay })}
      />
    </>
  )
}

/**
 * What the hero's text stands on, for checking contrast; null when only the picture decides. An overlay counts as it
 * looks over the lightest and over the darkest picture there can be.
 */
export function heroGround(hero: Hero): string | null {
  if (hero.backgroundType === 'color' || hero.backgroundImage.trim() === '') return hero.colors.background
  const overlay = hero.backgroundType === 'image-overlay' ? parseColour(hero.backgroundOverlay) : null
  if (overlay === null) return null
  const [light, dark] = [white, black].map((picture) => formatColour({ ...layOver(overlay, picture), notation: 'hex' }))
  return `linear-gradient(to right, ${light}, ${dark})`
}
