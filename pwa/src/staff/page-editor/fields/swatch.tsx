import Box from '@mui/material/Box'

const chequers = 'repeating-conic-gradient(#d4d4d8 0 25%, #ffffff 0 50%) 0 0 / 10px 10px'

/** A colour as it looks; what shines through shows chequers. `paint` has been parsed. */
export function Swatch({ paint, size = 24 }: { paint: string; size?: number }) {
  const ground = paint === '' ? chequers : `${layerOf(paint)}, ${chequers}`
  return (
    <Box
      component="span"
      aria-hidden
      style={{ background: ground }}
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

const layerOf = (paint: string) => (paint.includes('gradient(') ? paint : `linear-gradient(${paint}, ${paint})`)
