import type { IconItem } from '@kerbside/schema/pages/home-content'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icons.tsx'
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
  beside?: (field: Cursor<Item>) => ReactNode
  note?: (item: Item) => string
}

/** A list of icon, title and description. */
export function IconItems<Item extends IconItem>({ field, entry, addLabel, create, offer, beside, note }: Props<Item>) {
  const list = useList(field)
  return (
    <ItemList
      {...{ list, entry, addLabel, create }}
      summary={(item) => ({
        title: item.title,
        note: note?.(item) ?? item.description,
        picture: <Icon name={item.icon} size={20} />,
      })}
      empty={<NothingYet>None yet, so visitors do not see this part.</NothingYet>}
    >
      {(item) => (
        <>
          <Columns>
            <IconField field={at(item, 'icon')} offer={offer} />
            {beside?.(item)}
          </Columns>
          <LineField field={at(item, 'title')} label="Title" />
          <ParagraphField field={at(item, 'description')} label="Description" />
        </>
      )}
    </ItemList>
  )
}
