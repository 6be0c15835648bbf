import { quoteEmailContent } from '@kerbside/schema/leads/email-texts'
import type { QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { Box, Typography } from '@mui/material'
import { useId } from 'react'
import { Muted } from '../../../ui/section.tsx'
import { FactList } from '../../lead-parts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { fileText } from './quote-file.tsx'

type QuotePreviewProps = {
  lead: LeadDetail
  price: string
  message: string
  by: string
  firm: string | null
  file: QuoteFile | null
}

/** The email as the homeowner will read it, made from the same content as the email itself. */
export function QuotePreview({ lead, file, ...quote }: QuotePreviewProps) {
  const { subject, title, blocks, footer } = quoteEmailContent(lead, quote)
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="h3" id={id} sx={{ fontSize: '1rem', fontWeight: 600, mb: 1 }}>
        Preview
      </Typography>
      <Muted>To: {lead.email || 'no email address'}</Muted>
      <Muted>Subject: {subject}</Muted>
      {file !== null && <Muted>Attached: {fileText(file)}</Muted>}
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, mt: 1, display: 'grid', gap: 1.5 }}>
        <Typography component="p" sx={{ fontSize: '1.25rem', fontWeight: 700 }}>
          {title}
        </Typography>
        {blocks.map((block, index) => (
          <PreviewBlock key={index} block={block} />
        ))}
        <Muted>{footer}</Muted>
      </Box>
    </Box>
  )
}

type Block = ReturnType<typeof quoteEmailContent>['blocks'][number]

function PreviewBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <Typography sx={{ whiteSpace: 'pre-wrap' }}>{block}</Typography>
  if (block.kind === 'facts') return <FactList facts={block.facts} />
  return (
    <Typography component="p" sx={{ fontWeight: 600 }}>
      {block.text}
    </Typography>
  )
}
