import type { OfferState } from '@kerbside/schema/offers/offer'
import type { SvgIconComponent } from '@mui/icons-material'
import { Chip, type Theme } from '@mui/material'

export type Tone = 'blue' | 'amber' | 'violet' | 'green' | 'slate' | 'red'

/** Text and background, each pair at least 4.5 : 1: light, then dark. */
const tones: Record<Tone, { light: [string, string]; dark: [string, string] }> = {
  blue: { light: ['#1e40af', '#dbeafe'], dark: ['#bfdbfe', '#1e3a8a'] },
  amber: { light: ['#854d0e', '#fef3c7'], dark: ['#fde68a', '#713f12'] },
  violet: { light: ['#5b21b6', '#ede9fe'], dark: ['#ddd6fe', '#4c1d95'] },
  green: { light: ['#166534', '#dcfce7'], dark: ['#bbf7d0', '#14532d'] },
  slate: { light: ['#334155', '#e2e8f0'], dark: ['#cbd5e1', '#334155'] },
  red: { light: ['#991b1b', '#fee2e2'], dark: ['#fecaca', '#7f1d1d'] },
}

export const toneStyle = (tone: Tone) => (theme: Theme) => {
  const { light, dark } = tones[tone]
  return {
    color: light[0],
    backgroundColor: light[1],
    ...theme.applyStyles('dark', { color: dark[0], backgroundColor: dark[1] }),
  }
}

/** For a surface without text, like a bar: at least 3 : 1 to the page. */
const fills: Record<Tone, [string, string]> = {
  blue: ['#2563eb', '#60a5fa'],
  amber: ['#d97706', '#fbbf24'],
  violet: ['#7c3aed', '#a78bfa'],
  green: ['#16a34a', '#4ade80'],
  slate: ['#64748b', '#94a3b8'],
  red: ['#dc2626', '#f87171'],
}

export const toneFill = (tone: Tone) => (theme: Theme) => ({
  backgroundColor: fills[tone][0],
  ...theme.applyStyles('dark', { backgroundColor: fills[tone][1] }),
})

export type ToneLabel = { label: string; tone: Tone; Icon?: SvgIconComponent }

/** What became of an offer, by its state as GraphQL writes it. */
export const offerLabels: Record<Uppercase<OfferState>, ToneLabel> = {
  OFFERED: { label: 'Waiting for answer', tone: 'blue' },
  ACCEPTED: { label: 'Accepted', tone: 'green' },
  DECLINED: { label: 'Declined', tone: 'slate' },
  EXPIRED: { label: 'Expired', tone: 'slate' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'slate' },
  RELEASED: { label: 'Place given away', tone: 'slate' },
  UNDELIVERABLE: { label: 'Address rejects email', tone: 'red' },
}

type OutcomeName = 'QUOTED' | 'WON' | 'LOST' | 'WILL_NOT_PRICE' | 'CANNOT_REACH' | 'NOT_GENUINE'

/** The colour of what a firm reported of its job, by its kind as GraphQL writes it. */
export const outcomeTones: Record<OutcomeName, Tone> = {
  QUOTED: 'violet',
  WON: 'green',
  LOST: 'slate',
  WILL_NOT_PRICE: 'slate',
  CANNOT_REACH: 'amber',
  NOT_GENUINE: 'red',
}

/** A state as a coloured label. */
export function ToneChip({ label, tone, Icon }: ToneLabel) {
  return (
    <Chip
      label={label}
      size="small"
      {...(Icon ? { icon: <Icon /> } : {})}
      sx={[toneStyle(tone), { fontWeight: 600, height: 22, '& .MuiChip-icon': { color: 'inherit', fontSize: 15 } }]}
    />
  )
}
