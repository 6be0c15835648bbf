import { quoteEmailContent } from '@kerbside/schema/emails/email-texts'
import type { QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailure } from '../../../ui/notices.tsx'
import { Muted } from '../../../ui/section.tsx'
import { FactList } from '../../lead-parts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { fileText } from '@kerbside/schema/quote-files/quote-file'
import { quoteWords } from './work.queries.ts'

type QuotePreviewProps = {
  lead: LeadDetail
  price: string
  message: string
  by: string
  firm: string | null
  file: QuoteFile | null
}

/** The email as the homeowner will read it, made from the same words and by the same code as the email itself. */
export function QuotePreview({ lead, file, ...quote }: QuotePreviewProps) {
  const query = useQuery(quoteWords())
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="h3" id={id} sx={{ fontSize: '1rem', fontWeight: 600, mb: 1 }}>
        Preview
      </Typography>
      <Muted>To: {lead.email || 'no email address'}</Muted>
      {file !== null && <Muted>Attached: {fileText(file)}</Muted>}
      {query.isLoadingError && <LoadFailure query={query} />}
      {query.data && <Written {...quoteEmailContent(lead, quote, query.data)} />}
    </Box>
  )
}

function Written({ subject, title, blocks, footer }: ReturnType<typeof quoteEmailContent>) {
  return (
    <>
      <Muted>Subject: {subject}</Muted>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, mt: 1, display: 'grid', gap: 1.5 }}>
        <Typography component="p" sx={{ fontSize: '1.25rem', fontWeight: 700 }}>
          {title}
        </Typography>
        {blocks.map((block, index) => (
          <PreviewBlock key={index} block={block} />
        ))}
        <Muted>{footer}</Muted>
      </Box>
    </>
  )
}

type Block = ReturnType<typeof quoteEmailContent>['blocks'][number]

function PreviewBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <Typography sx={{ whiteSpace: 'pre-wrap' }}>{block}</Typography>
  switch (block.kind) {
    case 'facts':
      return <FactList facts={block.facts} />
    case 'steps':
      return (
        <Box component="ol" sx={{ m: 0, pl: 3 }}>
          {block.items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </Box>
      )
    case 'heading':
    case 'small':
      return (
        <Typography component="p" sx={{ fontWeight: 600 }}>
          {block.text}
        </Typography>
      )
    // The way to the homeowner's page: there is none before the email is sent.
    case 'buttons':
    case 'link':
      return null
  }
}
