import { newJob } from '@kerbside/schema/pages/default-home'
import type { HomeContent } from '@kerbside/schema/pages/home-content'
import type { EditorPanelProps } from '../../editor-tab.ts'
import { at, rootOf } from '../../fields/cursor.ts'
import { Group, Groups } from '../../fields/group.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'
import { NothingYet } from '../nothing-yet.tsx'

export function PortfolioPanel(props: EditorPanelProps<HomeContent>) {
  const portfolio = at(rootOf(props), 'portfolio')
  const jobs = useList(at(portfolio, 'jobs'))
  return (
    <Groups>
      <Group title="Heading" within={[at(portfolio, 'title'), at(portfolio, 'subtitle')]}>
        <LineField field={at(portfolio, 'title')} label="Title" />
        <ParagraphField field={at(portfolio, 'subtitle')} label="Subtitle" />
      </Group>
      <Group title="Jobs" note={String(jobs.keys.length)} within={[jobs.field]}>
        <ItemList
          list={jobs}
          entry="job"
          addLabel="Add Job"
          create={() => structuredClone(newJob)}
          summary={({ location, images }) => ({ title: location, note: `${images.length} images` })}
          empty={<NothingYet>No portfolio jobs yet. Click "Add Job" to create one.</NothingYet>}
        >
          {(job) => <LineField field={at(job, 'location')} label="Location" />}
        </ItemList>
      </Group>
    </Groups>
  )
}
