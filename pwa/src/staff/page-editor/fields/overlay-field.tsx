import { canonicalColour } from '@kerbside/schema/pages/colour'
import { opacityOf } from '@kerbside/schema/pages/colour-tools'
import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { ColourField } from './colour-field.tsx'
import type { Cursor } from './cursor.ts'
import { opacityWords, overlayColour, overlayWithColour, overlayWithOpacity } from './overlay.ts'

/** Colour and opacity of the overlay: two controls, one rgba text in the content. */
export function OverlayField({ field }: { field: Cursor<string> }) {
  const id = useId()
  const percent = opacityOf(field.value)
  const colour: Cursor<string> = {
    ...field,
    value: overlayColour(field.value),
    update: (change) => field.update((value) => overlayWithColour(value, change(overlayColour(value)))),
  }
  return (
    <>
      <ColourField field={colour} label="Overlay colour" kind="colour" />
      <Box>
        <Typography id={id} variant="body2" component="p">
          Overlay opacity: <strong>{opacityWords(percent)}</strong>
        </Typography>
        <Box sx={{ px: 1.25 }}>
          <Slider
            aria-labelledby={id}
            value={percent}
            min={0}
            max={100}
            step={1}
            shiftStep={10}
            disabled={canonicalColour(field.value) === null}
            getAriaValueText={opacityWords}
            onChange={(_event, next) => field.update((value) => overlayWithOpacity(value, Number(next)))}
          />
        </Box>
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary' }}>
          <Typography variant="caption">{opacityWords(0)}</Typography>
          <Typography variant="caption">{opacityWords(100)}</Typography>
        </Box>
      </Box>
    </>
  )
}
