import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Section } from '../../ui/section.tsx'
import { PageStatus } from '../page-status.tsx'
import { BuiltInActions } from './row-actions.tsx'
import type { PageListState } from './use-page-list.ts'

/** Pages that visitors see although nobody has made them. */
export function BuiltInList({ list }: { list: PageListState }) {
  if (list.builtIn.length === 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <Section title="Built-in pages">
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          Visitors see these until a page of the same URL is published. Edit one to make it your own.
        </Typography>
        <Box component="ul" aria-label="Built-in pages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {list.builtIn.map((page) => (
            <Box
              component="li"
              key={page.url}
              sx={{
                py: 1.25,
                borderTop: 1,
                borderColor: 'divider',
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.5,
              }}
            >
              <PageStatus page={null} url={page.url} />
              <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{page.title}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {page.url}
                </Typography>
              </Box>
              <BuiltInActions page={page} list={list} />
            </Box>
          ))}
        </Box>
      </Section>
    </Box>
  )
}
