import { formatPhone } from '@kerbside/schema/contact'
import { Box, Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { mutate } from '../../../api/graphql.ts'
import { rescueFocus, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { Muted } from '../../ui/section.tsx'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { nameOf, leadTitle } from '../lead-labels.ts'
import { FactList, LeadJob, SubmittedAt } from '../lead-parts.tsx'
import { leadKeys, withoutNodes } from '../leads.queries.ts'
import { DiscardHeldQuote, heldKeys, ReleaseHeldQuote, type HeldQuote, type HeldQuotePage } from './held.queries.ts'

const reasonLabels: Record<HeldQuote['reason'], { label: string; meaning: string }> = {
  HONEYPOT: { label: 'Hidden field filled in', meaning: 'People cannot see that field; machines fill it in.' },
  TOO_FAST: { label: 'Sent too fast', meaning: 'It came sooner than a person can fill in the form.' },
  ADDRESS_RATE: {
    label: 'Many from one network',
    meaning: 'Many requests came from one network within minutes. An office or a café can be behind it.',
  },
  CONTACT_RATE: {
    label: 'Many from one contact',
    meaning: 'Many requests named the same email or phone within a day.',
  },
  CONTACT_NETWORKS: {
    label: 'One contact, many networks',
    meaning: 'Requests with this email or phone came from many networks within a day.',
  },
  REPEATED_TEXT: { label: 'Repeated text', meaning: 'The same long text came in many requests within a day.' },
  DISPOSABLE_ADDRESS: {
    label: 'Disposable email address',
    meaning: 'Its provider hands out addresses that work for minutes. Call before you release it.',
  },
  LINKS: { label: 'Links', meaning: 'Its text has many links, or a name holds a web address.' },
  NO_CHALLENGE: {
    label: 'No challenge passed',
    meaning: 'It came without proof from the form’s challenge; a phone that was offline sends none.',
  },
  SPAM_WORDS: { label: 'Words of advertising', meaning: 'Its text has several words that advertising is made of.' },
}

/** A card on a phone, a row with four columns where there is room. */
const layout = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 3fr) minmax(0, 3fr) minmax(0, 4fr) auto' },
  columnGap: 3,
  rowGap: 1.5,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const

/** One held quote: why it was held, who sent it, the job, and Release and Discard. */
export function HeldQuoteEntry({ quote }: { quote: HeldQuote }) {
  const { lead, receivedAt } = quote
  const { label, meaning } = reasonLabels[quote.reason]
  return (
    <Box component="li" sx={layout}>
      <Box sx={{ minWidth: 0 }}>
        <ToneChip tone="amber" label={label} />
        <Muted sx={{ mt: 0.75 }}>{meaning}</Muted>
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{nameOf(lead)}</Typography>
        <Muted>{lead.email}</Muted>
        <Muted>{formatPhone(lead.mobile)}</Muted>
        <Muted variant="caption">{lead.reference}</Muted>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <LeadJob lead={lead} />
        <Answers quote={quote} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row', md: 'column' },
          alignItems: { xs: 'center', md: 'flex-end' },
          justifyContent: 'space-between',
          gap: 1,
        }}
      >
        <Box sx={{ textAlign: { md: 'right' } }}>
          <SubmittedAt at={receivedAt} />
        </Box>
        <Decisions quote={quote} />
      </Box>
    </Box>
  )
}

/** Every answer: the texts often tell a person from a machine. */
function Answers({ quote: { lead } }: { quote: HeldQuote }) {
  return (
    <Box component="details" sx={{ mt: 0.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, color: 'primary.main', fontSize: '0.875rem' }}>
        All answers
      </Box>
      <FactList facts={lead.answers} />
    </Box>
  )
}

function Decisions({ quote }: { quote: HeldQuote }) {
  const { release, discard } = useHeldDecisions(quote)
  const title = leadTitle(quote.lead)
  return (
    <Box sx={{ display: 'flex', gap: 1, flexShrink: 0 }}>
      <Button
        size="small"
        variant="outlined"
        loading={release.isPending}
        aria-label={`Release ${title}`}
        onClick={() => release.mutate()}
      >
        Release
      </Button>
      <Button
        size="small"
        color="error"
        disabled={release.isPending}
        aria-label={`Discard ${title}`}
        onClick={() => discard.ask(title)}
      >
        Discard
      </Button>
      {discard.dialog}
    </Box>
  )
}

/** Decides about one held quote and takes it off the screen. */
function useHeldDecisions(quote: HeldQuote) {
  const client = useQueryClient()

  function settle(): void {
    client.setQueriesData<HeldQuotePage>(
      { queryKey: heldKeys.lists },
      (page) => page && { ...withoutNodes(page, new Set([quote.id])), totalCount: page.totalCount - 1 },
    )
    void client.invalidateQueries({ queryKey: heldKeys.all })
    requestAnimationFrame(rescueFocus)
  }
  const release = useAction({
    mutationFn: () => mutate(ReleaseHeldQuote, { id: quote.id }),
    done: ({ releaseHeldQuote: { reference } }) => `Released: ${reference} is a lead now`,
    failed: true,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: leadKeys.all })
      settle()
    },
    // A colleague may have decided meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: heldKeys.all }),
  })
  const discard = useConfirmed({
    mutationFn: (_title: string) => mutate(DiscardHeldQuote, { id: quote.id }),
    question: (title) => ({
      title: `Discard ${title}`,
      text: 'Discard this request? Its answers are erased and it never becomes a lead. This cannot be undone.',
      confirm: 'Discard',
      busyText: 'Discarding…',
    }),
    done: (_discarded, title) => `Discarded: ${title}`,
    onSuccess: settle,
  })
  return { release, discard }
}
