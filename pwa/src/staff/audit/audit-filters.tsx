import {
  auditActionLabels,
  auditActions,
  auditSubjectKinds,
  auditSubjectLabels,
  type AuditAction,
  type AuditSubjectKind,
} from '@kerbside/schema/audit/audit'
import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import {
  ChoiceField,
  DayField,
  readPlace,
  readValid,
  SearchField,
  toAddress,
  useListState,
} from '../ui/lists/filter-fields.tsx'
import { download, DownloadButton } from '../ui/lists/list.tsx'
import { momentOf } from '../ui/times.ts'
import { useAction } from '../ui/use-action.ts'
import { auditExportUrl, auditPeople, type AuditFilterState, type AuditListState } from './audit.queries.ts'

const noFilter: AuditFilterState = { by: null, action: null, kind: null, reference: '', from: null, to: null }
const filterNames = Object.keys(noFilter) as (keyof AuditFilterState)[]

export type AuditList = ReturnType<typeof useAuditList>

/** Filters and place of the trail, as the address has them. */
export function useAuditList() {
  const list = useListState(readAuditState, writeAuditState)
  return {
    ...list,
    isFiltered: filterNames.some((name) => list.state[name] !== noFilter[name]),
    clear: () => list.show(noFilter),
  }
}

/** A value that cannot be filters nothing. */
export function readAuditState(parameters: URLSearchParams): AuditListState {
  const valid = (name: string, isValid: (text: string) => boolean) => readValid(parameters, name, isValid)
  return {
    by: valid('by', (id) => /^[\da-f]{24}$/i.test(id)),
    action: auditActions.find((action) => action === parameters.get('action')) ?? null,
    kind: auditSubjectKinds.find((kind) => kind === parameters.get('kind')) ?? null,
    reference: valid('reference', (text) => text.length <= 20)?.toUpperCase() ?? '',
    from: valid('from', (text) => momentOf(text, 'from') !== null),
    to: valid('to', (text) => momentOf(text, 'to') !== null),
    ...readPlace(parameters),
  }
}

export function writeAuditState({ after, before, ...filter }: AuditListState, page: number): URLSearchParams {
  return toAddress(filter, { after, before }, page)
}

const labelled = <Name extends string>(labels: Record<Name, string>) =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, { label }])) as Record<
    Name,
    { label: string }
  >
const actionChoices = labelled<AuditAction>(auditActionLabels)
const kindChoices = labelled<AuditSubjectKind>(auditSubjectLabels)

export function AuditFilters({ list }: { list: AuditList }) {
  const { state, show } = list
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 2, pb: 1 }}>
      <SearchField
        label="Lead reference"
        value={state.reference}
        onSearch={(reference) => show({ reference: reference.slice(0, 20).toUpperCase() })}
      />
      <PersonField list={list} />
      <ChoiceField
        label="Action"
        all="All actions"
        value={state.action}
        labels={actionChoices}
        onChoose={(action) => show({ action })}
      />
      <ChoiceField
        label="Subject"
        all="All subjects"
        value={state.kind}
        labels={kindChoices}
        onChoose={(kind) => show({ kind })}
      />
      <DayField label="From" value={state.from} onChoose={(from) => show({ from })} />
      <DayField label="To" value={state.to} onChoose={(to) => show({ to })} />
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        {list.isFiltered && <Button onClick={list.clear}>Clear filters</Button>}
        <ExportAudit filter={state} />
      </Box>
    </Box>
  )
}

/** Those with an account, and whoever is chosen though the account is gone. */
function PersonField({ list: { state, show } }: { list: AuditList }) {
  const { data: people, isPending } = useQuery(auditPeople())
  const labels = Object.fromEntries((people ?? []).map(({ id, name }) => [id, { label: name }]))
  if (state.by !== null) labels[state.by] ??= { label: isPending ? 'Loading…' : 'A former colleague' }
  return <ChoiceField label="Person" all="Everybody" value={state.by} labels={labels} onChoose={(by) => show({ by })} />
}

/** Downloads everything that the filter leaves, not only the page on screen. */
function ExportAudit({ filter }: { filter: AuditFilterState }) {
  const start = useAction({ mutationFn: () => auditExportUrl(filter), onSuccess: (url) => download(url), failed: true })
  return <DownloadButton label="Export CSV" busy={start.isPending} onClick={() => start.mutate()} />
}
