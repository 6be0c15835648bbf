import type { PageKind } from '@kerbside/schema/pages/page'
import { otherSpelling, rootUrls, sublinkOfSlug, urlOfSlug } from '@kerbside/schema/pages/page-url'

function labelsOf(kind: string, editRoot: string | null) {
  return {
    kind,
    list: `${kind} Page Management`,
    /** The button that opens the main page's editor; the home list has none. */
    editRoot,
    editorTitle: (url: string) => url,
    save: 'Save',
    reset: 'Reset',
    saved: `${kind} content updated.`,
    wasReset: `${kind} content reset to defaults.`,
    published: `${kind} page is now live.`,
    unpublished: `${kind} page has been unpublished.`,
    publishFailed: 'Failed to update publish status.',
    unpublishFailed: 'Failed to update publish status.',
  }
}
export type PageLabels = ReturnType<typeof labelsOf>

/**
 * Fixed texts: page-labels.test.ts holds them word for word. They stand apart from the registry in page-kinds.ts, so that
 * the lists of pages do not load every editor.
 */
export const pageLabels: Record<PageKind, PageLabels> = {
  index: {
    ...labelsOf('Home', null),
    editorTitle: (url) => `Edit Home Page — ${url}`,
    save: 'Save Changes',
    reset: 'Reset Changes',
    published: 'Page is now live!',
    unpublished: 'Page has been unpublished.',
    publishFailed: 'Failed to publish page.',
    unpublishFailed: 'Failed to unpublish page.',
  },
  about: labelsOf('About', 'Edit Root About Page'),
  'how-it-works': labelsOf('How It Works', 'Edit Root'),
}

/** The url that a page gets when it is made at this editor address; `about-x` is `x`, and `root` the main page. */
export function urlOfEditor(kind: PageKind, slug: string): string {
  if (sublinkOfSlug(kind, slug) === '') return rootUrls[kind]
  const url = urlOfSlug(kind, slug)
  return otherSpelling(url) ?? url
}

export const toastText = (title: string, text: string) => ({ title, text })
