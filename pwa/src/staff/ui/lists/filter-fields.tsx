import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, MenuItem, TextField } from '@mui/material'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PageOfList } from './list.tsx'
import { dayOf, isDay } from '../times.ts'

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches without a button; `value` is the latest search. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { text, setText } = useSearchText(value, onSearch)
  const magnifier = (
    <InputAdornment position="start">
      <SearchIcon fontSize="small" />
    </InputAdornment>
  )
  const clear = text !== '' && (
    <InputAdornment position="end">
      <IconButton size="small" edge="end" aria-label="Clear the search" onClick={() => setText('')}>
        <ClearIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 240px', maxWidth: { md: 420 } }}
      slotProps={{
        htmlInput: { maxLength: 200, sx: { '&::-webkit-search-cancel-button': { display: 'none' } } },
        input: { startAdornment: magnifier, endAdornment: clear },
      }}
    />
  )
}

const pauseMs = 300

/** Text that is searched for after a pause in typing; it follows `value` when that changes from outside. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const settled = useRef(value)
  const search = useEffectEvent(onSearch)

  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === settled.current) return
    const timer = setTimeout(() => {
      settled.current = wanted
      search(wanted)
    }, pauseMs)
    const stop = () => clearTimeout(timer)
    // Whoever goes elsewhere meanwhile is not brought back by a search; the router has prevented the link's default.
    const follow = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented && target instanceof Element && target.closest('a')) stop()
    }
    document.addEventListener('click', follow)
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      document.removeEventListener('click', follow)
      window.removeEventListener('popstate', stop)
    }
  }, [text])

  return { text, setText }
}

type ChoiceFieldProps<T extends string> = {
  label: string
  /** Label of the choice of none: of all, in a filter. */
  all: string
  value: T | null
  labels: Record<T, { label: string }>
  onChoose: (value: T | null) => void
}

/** One choice of several or none, like a filter of a list. */
export function ChoiceField<T extends string>({ label, all, value, labels, onChoose }: ChoiceFieldProps<T>) {
  const choices = Object.keys(labels) as T[]
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(choices.find((choice) => choice === event.target.value) ?? null)}
      sx={{ flex: { xs: '1 1 140px', md: '0 1 170px' } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {labels[choice].label}
        </MenuItem>
      ))}
    </TextField>
  )
}

type DayFieldProps = { label: string; value: string | null; onChoose: (day: string | null) => void }

/** Filters as soon as the date is whole: while a year is typed, each digit makes another date, in the first centuries. */
export function DayField({ label, value, onChoose }: DayFieldProps) {
  const shown = value !== null && isDay(value) ? value : dayOf(value)
  const [typed, setTyped] = useState({ value, day: shown })
  if (typed.value !== value) setTyped({ value, day: shown })
  function type(day: string): void {
    setTyped({ value, day })
    if (day === '' || day >= '2000') onChoose(day || null)
  }
  return (
    <TextField
      type="date"
      label={label}
      value={typed.day}
      onChange={(event) => type(event.target.value)}
      sx={{ flex: { xs: '1 1 140px', md: '0 1 158px' } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** The server's cursors; at most one of them is set. */
export type ListPlace = { after: string | null; before: string | null }
const start: ListPlace = { after: null, before: null }

/** Filters and place of a list are stored in the address: they survive a reload, can be shared, and are there on going back. */
export function useListState<State extends ListPlace>(
  read: (parameters: URLSearchParams) => State,
  write: (state: State, page: number) => URLSearchParams,
) {
  const [parameters, setParameters] = useSearchParams()
  const pageNumber = Math.max(1, Math.trunc(Number(parameters.get('page') ?? 1)) || 1)

  // The address is ahead of what is rendered: a search and a choice made in quick succession must not undo each other.
  const current = () => read(new URLSearchParams(window.location.search))
  const turn = (place: ListPlace, number: number) => setParameters(write({ ...current(), ...place }, number))
  const state = read(parameters)

  return {
    state,
    pageNumber,
    isFirst: pageNumber === 1 && state.after === null && state.before === null,
    /** Changes filters or the sort, and shows the first page. */
    show: (change: Partial<Omit<State, keyof ListPlace>>) =>
      setParameters(write({ ...current(), ...change, ...start }, 1), { replace: true, preventScrollReset: true }),
    next: ({ pageInfo }: PageOfList) => turn({ after: pageInfo.endCursor ?? null, before: null }, pageNumber + 1),
    // The first page is the start of the list, whatever arrived meanwhile.
    previous: ({ pageInfo }: PageOfList) =>
      pageNumber <= 2 ? turn(start, 1) : turn({ after: null, before: pageInfo.startCursor ?? null }, pageNumber - 1),
    first: () => turn(start, 1),
  }
}

export function readPlace(parameters: URLSearchParams): ListPlace {
  const before = parameters.get('before')
  return { before, after: before === null ? parameters.get('after') : null }
}

/** The text of a parameter; null if it is empty or cannot be. */
export function readValid(
  parameters: URLSearchParams,
  name: string,
  isValid: (text: string) => boolean,
): string | null {
  const text = parameters.get(name)?.trim() ?? ''
  return text !== '' && isValid(text) ? text : null
}

/** What is empty is left out. */
export function toAddress(
  entries: Record<string, string | false | null | undefined>,
  { after, before }: ListPlace,
  page: number,
) {
  const all = { ...entries, after, before, page: page > 1 && String(page) }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  )
}
