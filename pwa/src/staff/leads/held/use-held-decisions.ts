import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { rescueFocus } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { titleOf } from '../lead-labels.ts'
import { leadKeys, withoutNodes } from '../leads.queries.ts'
import { discardHeldQuote, heldKeys, releaseHeldQuote, type HeldQuote, type HeldQuotePage } from './held.queries.ts'

/** Decides about one held quote and takes it off the screen. */
export function useHeldDecisions(quote: HeldQuote) {
  const client = useQueryClient()
  const toast = useToast()

  function settle(): void {
    client.setQueriesData<HeldQuotePage>(
      { queryKey: heldKeys.lists },
      (page) => page && withoutNodes(page, new Set([quote.id])),
    )
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
      toast.success(`Discarded: ${titleOf(quote.lead)}`)
      settle()
    },
  })
  return { release, discard }
}
