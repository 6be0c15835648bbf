import { isBuiltInUrl } from '@kerbside/schema/pages/defaults/default-content'
import { TextField } from '@mui/material'
import { useState, type ComponentProps } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notProse } from '../fields/text-fields.tsx'
import type { PageRow } from '../pages.queries.ts'
import { checkUrl } from './listed-page.ts'
import type { PageChange, PageListState } from './use-page-list.ts'

/** Asks before a page is cloned, renamed or deleted. */
export function PageDialog({ list }: { list: PageListState }) {
  const { asked, dialog, submit } = list
  if (asked === null) return null
  const question = { ...dialog, ...questionOf(asked) }
  if (asked.action === 'delete') return <ConfirmDialog {...question} onConfirm={() => submit()} />
  return (
    <UrlDialog
      key={asked.number}
      {...question}
      list={list}
      startUrl={asked.action === 'rename' ? asked.page.url : ''}
    />
  )
}

function questionOf({ action, page }: PageChange) {
  if (action === 'delete') {
    return { title: `Delete ${page.url}`, text: deletionText(page), confirm: 'Delete', busyText: 'Deleting…' }
  }
  if (action === 'rename') {
    const text = page.isPublished
      ? 'Visitors who follow the old URL are led to the new one.'
      : 'This page is a draft, so no visitor knows its old URL.'
    return { title: `Edit the URL of ${page.url}`, text, confirm: 'Save', busyText: 'Saving…' }
  }
  const text = 'The copy starts as a draft with the same content. Which URL shall it have?'
  return { title: `Clone ${page.url}`, text, confirm: 'Clone', busyText: 'Cloning…' }
}

/** Names the page and what becomes of its url. */
function deletionText({ title, url, isPublished }: PageRow): string {
  const what = `Delete “${title || url}” with all its earlier versions? This cannot be undone.`
  if (isBuiltInUrl(url)) return `${what} Visitors of ${url} see the built-in page again.`
  return isPublished ? `${what} Visitors of ${url} will find nothing there.` : what
}

type UrlDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'field' | 'onConfirm'> & {
  list: PageListState
  /** The url in the field at first: that of the page itself, or empty. */
  startUrl: string
}

/** Asks for a page's url; shows what is wrong with it while it is typed, and the server's error once it was sent. */
function UrlDialog({ list, startUrl, error, ...dialog }: UrlDialogProps) {
  const [typed, setTyped] = useState(startUrl)
  const [touched, setTouched] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const others = (list.pages.data ?? []).map((page) => page.url).filter((one) => one !== startUrl)
  const { url, problem } = checkUrl(list.kind, typed, others)
  const urlError = urlErrorOf(error)
  const shown = (touched ? problem : null) ?? (sent === typed ? urlError : null)
  const submit = () => {
    setTouched(true)
    if (problem !== null || dialog.busy) return
    setSent(typed)
    list.submit(url)
  }
  const field = (
    <TextField
      autoFocus
      fullWidth
      margin="dense"
      label="URL"
      name="url"
      value={typed}
      error={shown !== null}
      helperText={shown ?? (url === typed ? ' ' : `It will be kept as ${url}`)}
      onChange={(event) => {
        setTyped(event.target.value)
        setTouched(true)
      }}
      slotProps={{ htmlInput: { maxLength: 500, ...notProse } }}
    />
  )
  return <ConfirmDialog {...dialog} field={field} error={urlError === null ? error : null} onConfirm={submit} />
}

/** The server's error about the url itself. */
function urlErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const texts = [...(error.fields['url'] ?? []), ...(error.fields['sublink'] ?? [])]
  return texts.length === 0 ? null : [...new Set(texts)].join(' ')
}
