import MapIcon from '@mui/icons-material/MapOutlined'
import { Box, Button, ButtonBase, Typography, useMediaQuery, useTheme } from '@mui/material'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'
import { Muted } from '../../ui/section.tsx'
import { districtsWithin, irishTiles, tileAt, ukTiles, type Tile, type TileRow } from './area-tiles.ts'

type AreaMapProps = { areas: readonly string[]; onChange: (areas: string[]) => void }

/** A button, and behind it the areas to pick: postcode areas about where they are, and Irish counties with their routing keys. */
export function AreaMap({ areas, onChange }: AreaMapProps) {
  const [isOpen, setOpen] = useState(false)
  // Elsewhere the tiles would be too small for a finger.
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const toggle = (area: string) =>
    onChange(areas.includes(area) ? areas.filter((text) => text !== area) : [...areas, area])
  return (
    <>
      <Button size="small" startIcon={<MapIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Pick on a map
      </Button>
      {isOpen && (
        <DialogFrame
          open
          fullScreen={isPhone}
          maxWidth="md"
          title="Pick areas"
          text="Whole postcode areas, Irish counties and routing keys. Arrow keys move, Space picks. Smaller districts, like SW1A, are typed."
          onClose={() => setOpen(false)}
          onSubmit={() => setOpen(false)}
          actions={
            <Button type="submit" variant="contained">
              Done
            </Button>
          }
        >
          <Typography role="status" sx={{ fontWeight: 600, mb: 2 }}>
            {areas.length === 1 ? '1 area' : `${areas.length} areas`} chosen
          </Typography>
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
            <Tiles title="United Kingdom" rows={ukTiles} areas={areas} onToggle={toggle} isMap />
            <Tiles title="Ireland" rows={irishTiles} areas={areas} onToggle={toggle} />
          </Box>
        </DialogFrame>
      )}
    </>
  )
}

type TilesProps = {
  title: string
  rows: readonly TileRow[]
  areas: readonly string[]
  onToggle: (area: string) => void
}

/** Only one tile can be reached by Tab, the one that had the focus last; arrow keys lead to the others. */
function Tiles({ title, rows, areas, onToggle, isMap = false }: TilesProps & { isMap?: boolean }) {
  const [current, setCurrent] = useState(() => rows.flat().find((tile) => tile !== null)?.area ?? '')
  const group = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const next = tileAt(rows, current, event.key)
    if (next === null) return
    event.preventDefault()
    setCurrent(next.area)
    group.current?.querySelector<HTMLElement>(`[data-area="${next.area}"]`)?.focus()
  }
  function press({ currentTarget }: MouseEvent<HTMLElement>): void {
    const area = currentTarget.dataset['area'] ?? ''
    setCurrent(area)
    onToggle(area)
  }
  const tileProps = (tile: Tile) => ({ tile, areas, onPress: press, isReachable: tile.area === current })
  const columns = isMap ? (rows[0]?.length ?? 0) : 0
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box ref={group} role="group" aria-label={title} onKeyDown={move}>
        {rows.map((row, index) => (
          <Box
            key={index}
            sx={{
              display: isMap ? 'grid' : 'flex',
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              flexWrap: 'wrap',
              gap: '3px',
              mb: isMap ? '3px' : 1,
            }}
          >
            {row.map((tile, place) =>
              tile ? <TileButton key={tile.area} {...tileProps(tile)} /> : <span key={place} aria-hidden />,
            )}
          </Box>
        ))}
      </Box>
      {isMap && <Muted sx={{ mt: 1 }}>A line below a tile: some of its districts are chosen.</Muted>}
    </Box>
  )
}

type TileButtonProps = {
  tile: Tile
  areas: readonly string[]
  isReachable: boolean
  onPress: (event: MouseEvent<HTMLElement>) => void
}

function TileButton({ tile: { area, short, name }, areas, isReachable, onPress }: TileButtonProps) {
  const isChosen = areas.includes(area)
  const districts = districtsWithin(area, areas)
  const partly = districts === 0 ? '' : `, ${districts} ${districts === 1 ? 'district' : 'districts'} chosen`
  return (
    <ButtonBase
      data-area={area}
      aria-pressed={isChosen}
      aria-label={`${short}, ${name}${partly}`}
      title={name}
      tabIndex={isReachable ? 0 : -1}
      onClick={onPress}
      sx={{
        minHeight: 28,
        minWidth: 0,
        px: short.length > 2 ? 0.75 : 0,
        whiteSpace: 'nowrap',
        fontFamily: 'inherit',
        borderRadius: 0.75,
        fontSize: '0.75rem',
        fontWeight: 600,
        color: isChosen ? 'primary.contrastText' : 'text.primary',
        bgcolor: isChosen ? 'primary.main' : 'action.hover',
        borderBottom: 3,
        borderColor: districts > 0 ? 'primary.main' : 'transparent',
        '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'text.primary', outlineOffset: 1 },
      }}
    >
      {short}
    </ButtonBase>
  )
}
