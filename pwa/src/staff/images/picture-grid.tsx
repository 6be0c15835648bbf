import { imageUrl } from '@kerbside/schema/images/image'
import { hasWords } from '@kerbside/schema/typed-text'
import { Box, ButtonBase, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListBody, NoMatch } from '../ui/lists/list-frame.tsx'
import { EmptyState } from '../ui/notices.tsx'
import { Muted, VisuallyHidden } from '../ui/section.tsx'
import { pictureLibrary, type Picture } from './pictures.queries.ts'

export type PictureFilter = { search: string; use?: 'used' | 'unused' | 'undescribed' | null }

/** Found by name, alternative text and the pages that show them. */
export function findPictures(pictures: readonly Picture[], { search, use = null }: PictureFilter): Picture[] {
  return pictures
    .filter(({ name, alt, usedBy }) => hasWords([name, alt, ...usedBy.map(({ url }) => url)], search))
    .filter(({ alt, usedBy }) => {
      if (use === null) return true
      return use === 'undescribed' ? alt === '' : usedBy.length > 0 === (use === 'used')
    })
}

type PictureGridProps = {
  filter: PictureFilter
  clear: () => void
  /** In place of a library without pictures. */
  empty: ReactNode
  /** What pressing a picture does, for its name: 'Edit', 'Choose'. */
  verb: string
  onPress: (picture: Picture) => void
}

/** The uploaded pictures that the filter leaves. */
export function PictureGrid({ filter, clear, empty, verb, onPress }: PictureGridProps) {
  const query = useQuery(pictureLibrary())
  const found = query.data && findPictures(query.data, filter)
  return (
    <ListBody
      query={query}
      skeletonRows={4}
      loading="Loading pictures…"
      rows={found}
      empty={
        query.data?.length === 0 ? (
          <EmptyState title="No pictures yet">{empty}</EmptyState>
        ) : (
          <NoMatch title="No pictures match" clear={clear}>
            Search for a part of the name, of the text, or of a page’s url.
          </NoMatch>
        )
      }
    >
      {(pictures) => (
        <Box component="ul" aria-label="Pictures" sx={grid}>
          {pictures.map((picture) => (
            <li key={picture.id}>
              <ButtonBase onClick={() => onPress(picture)} sx={tile} focusRipple={false}>
                <Box
                  component="img"
                  src={`${imageUrl(picture.id)}?w=320&format=webp`}
                  alt=""
                  loading="lazy"
                  sx={thumbnail}
                />
                <Box sx={{ p: 1, minWidth: 0, width: '100%' }}>
                  <Typography noWrap sx={{ fontWeight: 600 }} title={picture.name}>
                    <VisuallyHidden>{verb} </VisuallyHidden>
                    {picture.name}
                  </Typography>
                  <Muted sx={twoLines}>{picture.alt || <em>No text for those who cannot see it</em>}</Muted>
                  <Muted variant="caption" component="p" sx={{ mt: 0.5 }}>
                    {usedText(picture)}
                  </Muted>
                </Box>
              </ButtonBase>
            </li>
          ))}
        </Box>
      )}
    </ListBody>
  )
}

function usedText({ usedBy }: Pick<Picture, 'usedBy'>): string {
  if (usedBy.length === 0) return 'On no page'
  return usedBy.length === 1 ? `On ${usedBy[0]?.url}` : `On ${usedBy.length} pages`
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 2,
  pt: 0.5,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  '& > li': { minWidth: 0, display: 'grid' },
} as const
const tile = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  justifyContent: 'start',
  textAlign: 'left',
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  '&:hover': { borderColor: 'text.secondary' },
  '&.Mui-focusVisible': { outline: '2px solid currentColor', outlineOffset: 2 },
} as const
const thumbnail = {
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 3',
  objectFit: 'cover',
  bgcolor: 'action.hover',
} as const
const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  minHeight: '2.6em',
} as const
