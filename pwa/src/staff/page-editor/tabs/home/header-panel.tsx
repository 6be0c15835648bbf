import { contentLimits } from '@kerbside/schema/pages/content/content-fields'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { newNavLink } from '@kerbside/schema/pages/content/home-page'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { ColourGrid } from '../../fields/colour-grid.tsx'
import { at, rootOf } from '../../fields/cursor.ts'
import { Columns, Group, Groups } from '../../fields/group.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'

export function HeaderPanel(props: EditorPanelProps<HomeContent>) {
  const header = at(rootOf(props), 'header')
  const links = useList(at(header, 'navLinks'))
  return (
    <Groups>
      <Group title="Logo" within={[at(header, 'logoText'), at(header, 'tagline'), at(header, 'phone')]}>
        <LineField field={at(header, 'logoText')} label="Logo text" />
        <LineField field={at(header, 'tagline')} label="Tagline" />
        <LineField
          field={at(header, 'phone')}
          label="Phone number"
          type="tel"
          help="Empty: no phone number is shown."
        />
      </Group>
      <Group title="Navigation links" within={[links.field]}>
        <ItemList
          list={links}
          entry="link"
          most={contentLimits.navLinks}
          addLabel="Add Link"
          create={() => ({ ...newNavLink })}
          summary={({ label, path }) => ({ title: label, note: path })}
        >
          {(link) => (
            <Columns>
              <LineField field={at(link, 'label')} label="Label" />
              <LineField field={at(link, 'path')} label="Path" help="A page like /about, or # for the quote form." />
            </Columns>
          )}
        </ItemList>
      </Group>
      <Group title="Colours" within={[at(header, 'colors')]}>
        <ColourGrid
          field={at(header, 'colors')}
          rows={[
            { name: 'background', label: 'Background' },
            { name: 'text', label: 'Text', on: 'background' },
            { name: 'logoBackground', label: 'Logo background' },
            { name: 'logoIcon', label: 'Logo icon', on: 'logoBackground', size: 'large' },
            { name: 'linkText', label: 'Link text', on: 'background' },
            { name: 'linkActiveText', label: 'Link active text', on: 'background' },
          ]}
        />
      </Group>
    </Groups>
  )
}
