import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { ApiError } from '../../../api/api-error.ts'
import { useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useFreshDialog, type DialogState } from '../../ui/dialogs/fresh-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { notProse } from '../fields/text-fields.tsx'
import { toastText } from '../page-labels.ts'
import { pageKeys, type PageRow } from '../pages.queries.ts'
import { checkUrl, urlOfCopy } from './listed-page.ts'
import { pageDoneText, type AskedChange, type PageListActions } from './use-page-list.ts'

type UrlChange = Extract<AskedChange, { action: 'clone' | 'rename' }>

/** Asks before a page is cloned, renamed or deleted. */
export function usePageDialogs(list: PageListActions) {
  const url = useFreshDialog((asked: UrlChange, state) => <UrlDialog list={list} asked={asked} {...state} />)
  const deletion = useConfirmed({
    mutationFn: (page: PageRow) => list.make({ action: 'delete', page }),
    question: (page) => ({
      title: `Delete ${page.url}`,
      text: deletionText(page),
      confirm: 'Delete',
      busyText: 'Deleting…',
    }),
    done: (page) => pageDoneText('delete', page.url),
    refreshes: { queryKey: pageKeys.all },
  })
  return {
    ask: (change: AskedChange) => (change.action === 'delete' ? deletion.ask(change.page) : url.open(change)),
    dialogs: (
      <>
        {url.dialog}
        {deletion.dialog}
      </>
    ),
  }
}

/** Names the page and what becomes of its url. */
function deletionText({ title, url, isPublished }: PageRow): string {
  const what = `Delete “${title || url}” with all its earlier versions? This cannot be undone.`
  if (isBuiltInUrl(url)) return `${what} Visitors of ${url} see the built-in page again.`
  return isPublished ? `${what} Visitors of ${url} will find nothing there.` : what
}

function questionOf({ action, page }: UrlChange) {
  if (action === 'rename') {
    const text = page.isPublished
      ? 'Visitors who follow the old URL are led to the new one.'
      : 'This page is a draft, so no visitor knows its old URL.'
    return { title: `Edit the URL of ${page.url}`, text, submit: 'Save', busyText: 'Saving…' }
  }
  const text = 'The copy starts as a draft with the same content. Which URL shall it have?'
  return { title: `Clone ${page.url}`, text, submit: 'Clone', busyText: 'Cloning…' }
}

type UrlDialogProps = DialogState & { list: PageListActions; asked: UrlChange }

/** Asks for a page's url; shows what is wrong with it while it is typed, and the server's error once it was sent. */
function UrlDialog({ list, asked, open, onClose }: UrlDialogProps) {
  const toast = useToast()
  // A renamed page begins with its own url, a copy with one that is free.
  const ownUrl = asked.action === 'rename' ? asked.page.url : ''
  const others = (list.pages.data ?? []).map((page) => page.url).filter((one) => one !== ownUrl)
  const check = (typed: string) => checkUrl(list.kind, typed, others)
  const form = useForm({
    start: { url: asked.action === 'rename' ? ownUrl : urlOfCopy(list.kind, asked.page.url, others) },
    check: ({ url }) => ({ url: check(url).problem }),
    save: async (draft) => {
      const { url } = check(draft.url)
      // Only another url is saved.
      return url === ownUrl ? null : list.make({ ...asked, url }).catch(throwAtUrl)
    },
    // The reason stands in the dialog.
    ...(asked.action === 'rename' && {
      failed: (reason: string) => toastText('Update failed', `Could not update URL. ${reason}`),
    }),
    onDone: (page) => {
      onClose()
      if (page) toast.success(pageDoneText(asked.action, page.url))
    },
    refreshes: { queryKey: pageKeys.all },
  })
  const typed = form.draft.url
  const { url } = check(typed)
  return (
    <FormDialog {...{ form, open, onClose }} {...questionOf(asked)}>
      <Field
        form={form}
        name="url"
        label="URL"
        helperText={url === typed ? ' ' : `It will be kept as ${url}`}
        autoFocus
        value={typed}
        onText={(text) => {
          form.change({ url: text })
          form.setError('url', check(text).problem)
        }}
        slotProps={{ htmlInput: { maxLength: 500, ...notProse } }}
      />
    </FormDialog>
  )
}

/** The server finds fault with the url itself, or with the name that is made from it: both stand at the field. */
function throwAtUrl(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { url = [], sublink = [], ...others } = error.fields
  const texts = [...new Set([...url, ...sublink])]
  throw new ApiError(error.code, error.message, { fields: texts.length > 0 ? { ...others, url: texts } : others })
}
