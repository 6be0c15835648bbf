import { useMutation, useQueryClient, type QueryKey, type UseMutationOptions } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { useToast, type ToastText } from './toasts.tsx'

export type ActionTexts<Target, Result> = {
  /** Toast when it worked. */
  done?: ToastText | ((result: Result, target: Target) => ToastText)
  /** Toast when it failed: a title above the server's own words, or `true` for these alone. */
  failed?: string | true
  /** Loaded anew, after an error too: somebody else may have changed or deleted it. */
  refreshes?: { queryKey: QueryKey }
}

export type ActionOptions<Target, Result> = ActionTexts<Target, Result> & UseMutationOptions<Result, Error, Target>

/** A mutation that tells in toasts what became of it. It is pending until what it refreshes has been loaded. */
export function useAction<Target = void, Result = unknown>(options: ActionOptions<Target, Result>) {
  const { done, failed, refreshes, onSuccess, onError, onSettled, ...mutation } = options
  const client = useQueryClient()
  const toast = useToast()
  return useMutation<Result, Error, Target>({
    ...mutation,
    onSuccess: (...answer) => {
      if (done !== undefined) toast.success(typeof done === 'function' ? done(answer[0], answer[1]) : done)
      return onSuccess?.(...answer)
    },
    onError: (...failure) => {
      const text = messageOf(failure[0])
      if (failed !== undefined) toast.error(failed === true ? text : { title: failed, text })
      return onError?.(...failure)
    },
    onSettled: async (...outcome) => {
      await onSettled?.(...outcome)
      if (refreshes) await client.invalidateQueries({ queryKey: refreshes.queryKey })
    },
  })
}
