import type { IconItem } from '@kerbside/schema/pages/content/home-content'
import type { ReactNode } from 'react'
import { at, type Cursor } from '../fields/cursor.ts'
import { Columns } from '../fields/group.tsx'
import { IconField } from '../fields/icon-field.tsx'
import { ItemList } from '../fields/item-list.tsx'
import { LineField, ParagraphField } from '../fields/text-fields.tsx'
import { useList } from '../fields/use-list.ts'
import { NothingYet } from './nothing-yet.tsx'

type Props<Item extends IconItem> = {
  field: Cursor<Item[]>
  entry: string
  addLabel: string
  create: () => Item
  offer: 'feature' | 'page'
  /** What stands beside the icon. */
  renderBeside?: (field: Cursor<Item>) => ReactNode
}

/** A list of icon, title and description. */
export function IconItems<Item extends IconItem>({ field, entry, addLabel, create, offer, renderBeside }: Props<Item>) {
  const list = useList(field)
  return (
    <ItemList
      {...{ list, entry, addLabel, create }}
      summary={(item) => ({
        title: item.title,
        note: item.description,
        icon: item.icon,
      })}
      empty={<NothingYet>None yet, so visitors do not see this part.</NothingYet>}
    >
      {(item) => (
        <>
          <Columns>
            <IconField field={at(item, 'icon')} offer={offer} />
            {renderBeside?.(item)}
          </Columns>
          <LineField field={at(item, 'title')} label="Title" />
          <ParagraphField field={at(item, 'description')} label="Description" />
        </>
      )}
    </ItemList>
  )
}
