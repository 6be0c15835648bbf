import { Link } from '@mui/material'
import { createContext, use } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { countText } from '../leads/lead-labels.ts'
import { wholeList, writeListState } from '../leads/list/use-lead-list-state.ts'
import type { LeadFigure } from './dashboard.queries.ts'

/** The path of the lead list that the dashboard's links open. */
export const ListPath = createContext('/manager/leads')

/** The list that has just the leads of a figure. */
export function listAddress(listPath: string, { filter }: { filter: Partial<LeadFigure['filter']> }): string {
  const given = Object.entries(filter).filter(([, value]) => value !== null)
  const query = writeListState({ ...wholeList, ...Object.fromEntries(given) }, 1).toString()
  return query === '' ? listPath : `${listPath}?${query}`
}

export const useFigureAddress = (figure: LeadFigure) => listAddress(use(ListPath), figure)

/** A number that opens the list that makes it up. */
export function FigureLink({ figure, label }: { figure: LeadFigure; label: string }) {
  const text = countText(figure)
  return (
    <Link component={RouterLink} to={useFigureAddress(figure)} aria-label={`${label}: ${text}`} underline="hover">
      {text}
    </Link>
  )
}
