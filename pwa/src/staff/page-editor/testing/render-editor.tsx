import { defaultAbout } from '@kerbside/schema/pages/defaults/default-about'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { defaultHowItWorks } from '@kerbside/schema/pages/defaults/default-how-it-works'
import type { FieldErrors } from '@kerbside/schema/errors'
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { onTestFinished } from 'vitest'
import { aUser, WithoutStyles } from '../../testing/user.tsx'
import { theme } from '../../ui/theme.ts'
import { ToastProvider } from '../../ui/toasts.tsx'
import { answersCarried } from '../form-builder/form-warnings.tsx'
import { pageEditors } from '../page-kinds.ts'
import type { EditorTab } from '../tabs/tab.tsx'

const kinds = {
  home: { editor: pageEditors.index, content: defaultHome },
  about: { editor: pageEditors.about, content: defaultAbout },
  'how-it-works': { editor: pageEditors['how-it-works'], content: defaultHowItWorks },
} as const
export type Kinds = typeof kinds
type ContentOf<Kind extends keyof Kinds> = Kinds[Kind]['content']

type Options<Kind extends keyof Kinds> = {
  edit?: (content: ContentOf<Kind>) => ContentOf<Kind>
  errors?: FieldErrors
  carried?: { name: string; leads: number }[]
}

/** One tab of an editor in a document, on the built-in content, with nothing around it. */
export function openTab<Kind extends keyof Kinds>(kind: Kind, label: string, options: Options<Kind> = {}) {
  const { edit = (content) => content, errors = {}, carried = [] } = options
  const tabs = kinds[kind].editor.tabs as unknown as readonly EditorTab<ContentOf<Kind>>[]
  const tab = tabs.find((one) => one.label === label)
  if (!tab) throw new Error(`No tab ${label}`)
  const start = edit(structuredClone(kinds[kind].content))
  const shownContent = { current: start }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(answersCarried().queryKey, carried)

  function Editor({ Panel }: Pick<EditorTab<ContentOf<Kind>>, 'Panel'>) {
    const [content, change] = useState(start)
    useEffect(() => {
      shownContent.current = content
    })
    return <Panel content={{ value: content, path: '', errors, update: change }} />
  }
  const shown = render(
    <WithoutStyles>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <Editor Panel={tab.Panel} />
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </WithoutStyles>,
  )
  onTestFinished(() => {
    cleanup()
    client.clear()
  })
  return {
    content: () => shownContent.current,
    user: aUser(),
    ...shown,
  }
}

/** Opens every closed entry of every list, and renders once for all. */
export function openEntries(): void {
  act(() => {
    for (const closed of document.querySelectorAll('[data-entry] button[aria-expanded="false"]'))
      fireEvent.click(closed)
  })
}

/** All texts on the screen: labels, buttons, texts. Read at once, as asking for each is slow in a large document. */
export function textsShown(): Set<string> {
  const texts = new Set<string>()
  for (const element of document.querySelectorAll('body *')) {
    texts.add(element.getAttribute('aria-label') ?? '')
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    texts.add(
      own
        .map((node) => node.textContent)
        .join('')
        .trim(),
    )
  }
  return texts
}

// In a document of a thousand elements the library's own queries take most of a second each: these look directly.

export function buttonNamed(name: string): HTMLElement {
  return the(name, [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"], [role="option"]')], nameOf)
}

/** The last of the controls with this label: the one that was opened last. */
export function fieldNamed(label: string): HTMLInputElement {
  const control = (element: HTMLElement) => element.getAttribute('aria-label') ?? labelOf(element)
  return the(label, [...document.querySelectorAll<HTMLInputElement>('input, textarea, [role="combobox"]')], control)
}

function the<Found extends HTMLElement>(name: string, all: Found[], read: (element: Found) => string): Found {
  const found = all.findLast((element) => read(element) === name)
  if (!found) throw new Error(`Nothing is called "${name}" among: ${all.map(read).join(' | ')}`)
  return found
}

/** A field's card is called by what it edits: its type and its place stand behind that. */
const nameOf = (element: HTMLElement) => {
  const edits = element.querySelector('.MuiTypography-body1')
  if (element.matches('[data-edit]') && edits) return edits.textContent?.replace(/ \*$/, '').trim() ?? ''
  return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
}

function labelOf(element: HTMLElement): string {
  const label = element.id === '' ? element.closest('label') : document.querySelector(`label[for="${element.id}"]`)
  return (label ?? document.getElementById(`${element.id}-label`))?.textContent?.trim() ?? ''
}
