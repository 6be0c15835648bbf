import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, rootOf } from '../../fields/cursor.ts'
import { CtaFields } from '../cta-fields.tsx'

export function HomeCtaPanel(props: EditorPanelProps<HomeContent>) {
  return <CtaFields field={at(rootOf(props), 'cta')} disclaimer="Disclaimer" />
}
