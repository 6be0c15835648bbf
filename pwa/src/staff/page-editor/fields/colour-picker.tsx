import { brand } from '@kerbside/schema/brand'
import { Box, ButtonBase, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { HexAlphaColorPicker, HexColorPicker, setNonce } from 'react-colorful'
import { paintStops, withStop } from './paint.ts'

/** Greens, backgrounds and text colours of the built-in pages: what most choices are made of. */
const { green, greenDeep, greenPale, ground, groundGreen, inkSoft, ink } = brand
const favourites = [green, greenDeep, greenPale, ground, groundGreen, '#facc15', '#f97316', inkSoft, ink]

type Props = { paint: string; onPick: (paint: string) => void; alpha: boolean }

/** Inside the popover of a colour. A gradient is picked stop by stop; its direction stays as it was typed. */
export function ColourPicker({ paint, onPick, alpha }: Props) {
  useState(allowPickerStyles)
  const [chosen, setChosen] = useState(0)
  const stops = paintStops(paint)
  const stop = Math.min(chosen, Math.max(0, stops.length - 1))
  const colour = stops[stop] ?? ground
  const pick = (next: string) => {
    if (next !== colour) onPick(withStop(paint, stop, next))
  }
  const Picker = alpha ? HexAlphaColorPicker : HexColorPicker
  return (
    <Stack spacing={1.5} sx={{ p: 2, width: 264 }}>
      {stops.length > 1 && (
        <Box>
          <Typography variant="body2" sx={{ mb: 0.5, color: 'text.secondary' }}>
            Colours of the gradient
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={stop}
            onChange={(_event, next: number | null) => next !== null && setChosen(next)}
            aria-label="Colour of the gradient"
            sx={{ flexWrap: 'wrap' }}
          >
            {stops.map((text, index) => (
              <ToggleButton key={`${index}-${stops.length}`} value={index} aria-label={`Colour ${index + 1}`}>
                <Swatch paint={text} size={20} />
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Box>
      )}
      <Box sx={{ '& .react-colorful': { width: '100%', height: alpha ? 208 : 184 } }}>
        <Picker key={stop} color={colour} onChange={pick} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${favourites.length}, 1fr)`, justifyItems: 'center' }}>
        {favourites.map((favourite) => (
          <ButtonBase
            key={favourite}
            aria-label={`Use ${favourite}`}
            onClick={() => pick(favourite)}
            sx={{ borderRadius: '6px', minWidth: 24, minHeight: 24 }}
          >
            <Swatch paint={favourite} size={22} />
          </ButtonBase>
        ))}
      </Box>
    </Stack>
  )
}

/** The content security policy allows only styles with the page's nonce, and the picker adds a style element. */
function allowPickerStyles(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce')
  if (nonce) setNonce(nonce)
}

const chequers = 'repeating-conic-gradient(#d4d4d8 0 25%, #ffffff 0 50%) 0 0 / 10px 10px'
const layerOf = (paint: string) => (paint.includes('gradient(') ? paint : `linear-gradient(${paint}, ${paint})`)

/** A colour as it looks, with chequers below what is transparent. `paint` has been parsed. */
export function Swatch({ paint, size = 24 }: { paint: string; size?: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      style={{ background: paint === '' ? chequers : `${layerOf(paint)}, ${chequers}` }}
      sx={{
        display: 'inline-block',
        flex: 'none',
        width: size,
        height: size,
        borderRadius: '6px',
        boxShadow: 'inset 0 0 0 1px rgb(130 145 165 / 70%)',
      }}
    />
  )
}
