import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import { completeHome, type HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorKind } from './shell/editor-kind.ts'
import { EditorPage } from './shell/editor-page.tsx'
import { homeTabs } from './tabs/home-tabs.ts'

const homeEditor: EditorKind<HomeContent> = {
  kind: 'index',
  tabs: homeTabs,
  complete: completeHome,
  defaults: (url) => defaultContent('index', url),
  asPage: (content) => ({ kind: 'index', content }),
}

export function HomeEditorPage() {
  return <EditorPage editor={homeEditor} />
}
