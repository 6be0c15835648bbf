import type { HomeContent } from '@kerbside/schema/pages/home-content'
import type { EditorPanelProps } from '../../editor-tab.ts'
import { at, rootOf } from '../../fields/cursor.ts'
import { Group, Groups } from '../../fields/group.tsx'
import { LineList } from '../../fields/line-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'

export function IntroFormPanel(props: EditorPanelProps<HomeContent>) {
  const home = rootOf(props)
  const intro = at(home, 'indexIntro')
  const form = at(home, 'quoteForm')
  return (
    <Groups>
      <Group title="Intro" within={[intro]}>
        <LineField field={at(intro, 'heading')} label="Intro heading" />
        <ParagraphField field={at(intro, 'paragraph')} label="Paragraph" rows={3} />
        <LineList field={at(intro, 'highlights')} label="Highlights" entry="highlight" />
      </Group>
      <Group
        title="Quote form"
        within={[
          at(form, 'urgencyBanner'),
          at(form, 'cardTitle'),
          at(form, 'cardSubtitle'),
          at(form, 'trustIndicators'),
        ]}
      >
        <LineField field={at(form, 'cardTitle')} label="Card title" />
        <ParagraphField field={at(form, 'cardSubtitle')} label="Card subtitle" />
        <LineField field={at(form, 'urgencyBanner')} label="Urgency banner" help="Empty: no banner is shown." />
        <LineList field={at(form, 'trustIndicators')} label="Trust indicators" entry="trust indicator" />
      </Group>
    </Groups>
  )
}
