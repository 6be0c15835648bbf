import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { rescueFocus } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { nameOf } from '../lead-labels.ts'
import { leadKeys } from '../leads.queries.ts'
import { discardHeldQuote, heldKeys, releaseHeldQuote, type HeldQuote, type HeldQuotePage } from './held.queries.ts'

/** Decides about one held quote and takes it off the screen. */
export function useHeldDecisions(quote: HeldQuote) {
  const client = useQueryClient()
  const toast = useToast()

  function settle(): void {
    client.setQueriesData<HeldQuotePage>({ queryKey: heldKeys.lists }, (page) => page && without(page, quote.id))
    void client.invalidateQueries({ queryKey: heldKeys.all })
    requestAnimationFrame(rescueFocus)
  }
  const release = useMutation({
    mutationFn: () => releaseHeldQuote(quote.id),
    onSuccess: ({ reference }) => {
      toast.success(`Released: ${reference} is a lead now`)
      void client.invalidateQueries({ queryKey: leadKeys.all })
      settle()
    },
    onError: (error) => {
      toast.error(messageOf(error))
      // A colleague may have decided meanwhile.
      void client.invalidateQueries({ queryKey: heldKeys.all })
    },
  })
  const discard = useMutation({
    mutationFn: () => discardHeldQuote(quote.id),
    onSuccess: () => {
      toast.success(`Discarded: ${wordsFor(quote)}`)
      settle()
    },
  })
  return { release, discard }
}

/** What a held quote is called in buttons and questions. */
export const wordsFor = ({ lead }: HeldQuote) => `${lead.reference}, ${nameOf(lead)}`

function without(page: HeldQuotePage, id: string): HeldQuotePage {
  const nodes = page.nodes.filter((quote) => quote.id !== id)
  return { ...page, nodes, totalCount: page.totalCount - (page.nodes.length - nodes.length) }
}
