import { Link } from '@mui/material'
import { createContext, use } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { LeadFigure } from './dashboard.queries.ts'

/** The path of the lead list that the dashboard's links open. */
export const ListPath = createContext('/manager/leads')

/** The list that has just the leads of a figure. */
export function listAddress(listPath: string, { filter }: Pick<LeadFigure, 'filter'>): string {
  const { status, assignedTo, from, to, source, followUp, pending, waiting, area } = filter
  const special = followUp ? 'followup' : pending ? 'pending' : waiting ? 'waiting' : null
  const entries = { status: status?.toLowerCase(), assigned_to: assignedTo, from, to, source, area, filter: special }
  const given = Object.entries(entries).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  return given.length === 0 ? listPath : `${listPath}?${new URLSearchParams(given)}`
}

export const useListAddress = (figure: LeadFigure) => listAddress(use(ListPath), figure)

/** As the list shows its total. */
export const countText = ({ count, isCapped }: Pick<LeadFigure, 'count' | 'isCapped'>) =>
  `${count.toLocaleString('en-GB')}${isCapped ? '+' : ''}`

/** A number that opens the list that makes it up. */
export function FigureLink({ figure, label }: { figure: LeadFigure; label: string }) {
  const text = countText(figure)
  return (
    <Link component={RouterLink} to={useListAddress(figure)} aria-label={`${label}: ${text}`} underline="hover">
      {text}
    </Link>
  )
}
