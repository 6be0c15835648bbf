import type { IconItem } from '@kerbside/schema/pages/content/home-content'
import type { BenefitColour } from '@kerbside/schema/pages/content/icons'
import { Icon, type IconName } from '../../brand/icons.tsx'
import './icon-cards.css'

export function IconTile({ name, color }: { name: IconName; color?: BenefitColour | undefined }) {
  return (
    <span className={color ? `icon-tile icon-tile--${color}` : 'icon-tile'}>
      <Icon name={name} />
    </span>
  )
}

type Item = Pick<IconItem, 'icon' | 'title' | 'description'> & { color?: BenefitColour }

/** Two cards in a row, on wide screens three if `threes`. */
export function IconCards({ items, threes = false }: { items: readonly Item[]; threes?: boolean }) {
  return (
    <ul className={threes ? 'cards cards--threes' : 'cards'}>
      {items.map(({ icon, title, description, color }) => (
        <li key={title + description} className="card">
          <IconTile name={icon} color={color} />
          <h3>{title}</h3>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  )
}
