import { completeAbout, type AboutContent } from '@kerbside/schema/pages/content/about-content'
import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { EditorKind } from './shell/editor-kind.ts'
import { EditorPage } from './shell/editor-page.tsx'
import { aboutTabs } from './tabs/about-tabs.ts'

const aboutEditor: EditorKind<AboutContent> = {
  kind: 'about',
  tabs: aboutTabs,
  complete: completeAbout,
  defaults: (url) => defaultContent('about', url),
  asPage: (content) => ({ kind: 'about', content }),
}

export function AboutEditorPage() {
  return <EditorPage editor={aboutEditor} />
}
