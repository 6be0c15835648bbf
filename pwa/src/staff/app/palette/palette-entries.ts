import { formatPhone } from '@kerbside/schema/contact'
import { foldName } from '@kerbside/schema/typed-text'
import { useLocation } from 'react-router-dom'
import { useCan } from '../../../api/session.ts'
import { jobText, nameOf } from '../../leads/lead-labels.ts'
import { useLeadSearch, type FoundLead } from '../../leads/lead-search.ts'
import type { LeadStatusName } from '../../leads/leads.queries.ts'
import { asking, type AskedAction } from '../../ui/asked-action.ts'
import { areas } from '../layout/sidebar.tsx'

export type AreaName = keyof typeof areas

export type PaletteEntry = {
  group: 'Leads' | 'Pages' | 'Actions'
  label: string
  detail?: string
  status?: LeadStatusName
  /** What it leads to; an action is asked of that screen. */
  to: string
  asks?: AskedAction
}

/** Screens that the sidebar leads to only by way of others. */
const further: Record<AreaName, readonly { label: string; path: string }[]> = {
  admin: [
    { label: 'Lead board', path: '/admin/leads?view=board' },
    { label: 'Report', path: '/admin/report' },
    { label: 'Held quotes', path: '/admin/held' },
    { label: 'About pages', path: '/admin/about-editor' },
    { label: 'How it works pages', path: '/admin/how-it-works-editor' },
    { label: 'Add photos to a lead', path: '/admin/share' },
  ],
  manager: [
    { label: 'Lead board', path: '/manager/leads?view=board' },
    { label: 'Report', path: '/manager/report' },
    { label: 'Add photos to a lead', path: '/manager/share' },
  ],
}

/** Characters: one letter is in every lead. */
const leastSearched = 2

/** What the palette offers for what was typed: nothing that the person may not do. */
export function usePaletteEntries(name: AreaName, typed: string) {
  const wanted = typed.trim()
  const { search, leads, isAway, isPending } = useLeadSearch(typed, leastSearched)
  const isSearched = wanted.length >= leastSearched
  const actions = useActions(name)
  const pages = [...areas[name].entries, ...further[name]].map(({ label, path }): PaletteEntry => {
    return { group: 'Pages', label, to: path }
  })
  const foundLeads = isSearched && search.length >= leastSearched ? leads.map((lead) => leadEntry(name, lead)) : []
  return {
    entries: [...foundLeads, ...[...pages, ...actions].filter(({ label }) => beginsWords(label, wanted))],
    isAway: isSearched && isAway,
    isSearching: isSearched && isPending && !isAway,
  }
}

const leadEntry = (name: AreaName, lead: FoundLead): PaletteEntry => ({
  group: 'Leads',
  label: nameOf(lead),
  detail: [lead.reference, jobText(lead), lead.postcode, formatPhone(lead.mobile)].filter(Boolean).join(' · '),
  status: lead.status,
  to: `/${name}/leads/${lead.id}`,
})

/** The list's own actions keep the filter that it shows. */
function useActions(name: AreaName): PaletteEntry[] {
  const { pathname, search } = useLocation()
  const list = `/${name}/leads`
  const shownList = pathname === list ? list + search : list
  const mayExport = useCan('lead:export')
  const mayImport = useCan('lead:import')
  const mayAddUser = useCan('user:manage')
  const mayAddContractor = useCan('contractor:edit')
  const actions: readonly (PaletteEntry & { may: boolean })[] = [
    { group: 'Actions', label: 'Export CSV', to: shownList, asks: 'export-leads', may: mayExport },
    { group: 'Actions', label: 'Import leads', to: shownList, asks: 'import-leads', may: mayImport },
    { group: 'Actions', label: 'Add user', to: '/admin/users', asks: 'add-user', may: mayAddUser },
    {
      group: 'Actions',
      label: 'Add contractor',
      to: '/admin/contractors',
      asks: 'add-contractor',
      may: mayAddContractor,
    },
    { group: 'Actions', label: 'Keys', to: pathname + search, asks: 'show-keys', may: true },
  ]
  return actions.filter(({ may }) => may).map(({ may: _may, ...entry }) => entry)
}

/** Each word that was typed begins one of the label's. */
export function beginsWords(label: string, typed: string): boolean {
  const words = foldName(label).split(' ')
  return foldName(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

export const stateOf = ({ asks }: PaletteEntry) => (asks === undefined ? null : asking(asks))
