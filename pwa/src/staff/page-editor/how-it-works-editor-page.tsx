import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import { completeHowItWorks, type HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import type { EditorKind } from './shell/editor-kind.ts'
import { EditorPage } from './shell/editor-page.tsx'
import { howItWorksTabs } from './tabs/how-it-works-tabs.ts'

const howItWorksEditor: EditorKind<HowItWorksContent> = {
  kind: 'how-it-works',
  tabs: howItWorksTabs,
  complete: completeHowItWorks,
  defaults: (url) => defaultContent('how-it-works', url),
  asPage: (content) => ({ kind: 'how-it-works', content }),
}

export function HowItWorksEditorPage() {
  return <EditorPage editor={howItWorksEditor} />
}
