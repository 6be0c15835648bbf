import type { PageKind } from '@kerbside/schema/pages/page'
import { editorSlug } from '@kerbside/schema/pages/page-url'

export type KindWords = {
  /** The list's heading, and its name among the three lists. */
  list: string
  kind: string
  /** What the button that opens the main page's editor is called; the home list has none. */
  editRoot: string | null
  editorTitle: (url: string) => string
  save: string
  reset: string
  saved: string
  wasReset: string
  published: string
  unpublished: string
  publishFailed: string
  unpublishFailed: string
}

/** Fixed texts: page-labels.test.ts holds them word for word. */
export const kindWords: Record<PageKind, KindWords> = {
  index: {
    list: 'Home Page Management',
    kind: 'Home',
    editRoot: null,
    editorTitle: (url) => `Edit Home Page — ${url}`,
    save: 'Save Changes',
    reset: 'Reset Changes',
    saved: 'Home content updated.',
    wasReset: 'Home content reset to defaults.',
    published: 'Page is now live!',
    unpublished: 'Page has been unpublished.',
    publishFailed: 'Failed to publish page.',
    unpublishFailed: 'Failed to unpublish page.',
  },
  about: {
    list: 'About Page Management',
    kind: 'About',
    editRoot: 'Edit Root About Page',
    editorTitle: (url) => url,
    save: 'Save',
    reset: 'Reset',
    saved: 'About content updated.',
    wasReset: 'About content reset to defaults.',
    published: 'About page is now live.',
    unpublished: 'About page has been unpublished.',
    publishFailed: 'Failed to update publish status.',
    unpublishFailed: 'Failed to update publish status.',
  },
  'how-it-works': {
    list: 'How It Works Page Management',
    kind: 'How It Works',
    editRoot: 'Edit Root',
    editorTitle: (url) => url,
    save: 'Save',
    reset: 'Reset',
    saved: 'How It Works content updated.',
    wasReset: 'How It Works content reset to defaults.',
    published: 'How It Works page is now live.',
    unpublished: 'How It Works page has been unpublished.',
    publishFailed: 'Failed to update publish status.',
    unpublishFailed: 'Failed to update publish status.',
  },
}

const routes: Record<PageKind, string> = {
  index: '/admin/home-editor',
  about: '/admin/about-editor',
  'how-it-works': '/admin/how-it-works-editor',
}

export const listPath = (kind: PageKind) => routes[kind]
export const editPath = (kind: PageKind, url: string) => `${routes[kind]}/edit/${editorSlug(kind, url)}`

/** A toast has one line: its title and what it says. */
export const toastText = (title: string, text: string) => `${title}: ${text}`
