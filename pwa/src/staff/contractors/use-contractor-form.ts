import type { Trade } from '@kerbside/schema/contractors/contractor'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from '../ui/forms/use-form.ts'
import { dayOf } from '../ui/times.ts'
import { areaTexts, asTrades, dayEnd, dayStart } from './contractor-labels.ts'
import {
  addContractor,
  changeContractor,
  contractorDetail,
  contractorList,
  type ContractorInput,
  type ListedContractor,
} from './contractors.queries.ts'

/** What the dialog sets of a firm, as its fields hold it: days of date fields, areas as they are typed. */
export type ContactDraft = { name: string; role: string; email: string; phone: string; isMain: boolean }
export type ContractorDraft = {
  name: string
  email: string
  phone: string
  trades: Trade[]
  areas: string[]
  dailyCap: string
  weeklyCap: string
  active: 'active' | 'inactive'
  pausedUntil: string
  verifiedUntil: string
  contacts: ContactDraft[]
  workingHours: ListedContractor['workingHours']
  /** Empty: that of the areas. */
  timeZone: string
  outsideHours: ListedContractor['outsideHours']
  offerEmails: ListedContractor['offerEmails']
  weight: string
}

/** In the order of the fields on screen. */
const emptyDraft: ContractorDraft = {
  name: '',
  email: '',
  trades: [],
  areas: [],
  dailyCap: '10',
  weeklyCap: '',
  weight: '1',
  verifiedUntil: '',
  pausedUntil: '',
  phone: '',
  active: 'active',
  contacts: [],
  workingHours: [],
  timeZone: '',
  outsideHours: 'HOLD',
  offerEmails: 'SINGLE',
}

function draftOf(firm: ListedContractor | null): ContractorDraft {
  if (firm === null) return emptyDraft
  const { name, email, phone, trades, dailyCap, weeklyCap, active, pausedUntil, verifiedUntil } = firm
  const { contacts, workingHours, timeZone, outsideHours, offerEmails, weight } = firm
  return {
    ...emptyDraft,
    name,
    email,
    phone: phone ?? '',
    trades: asTrades(trades),
    areas: areaTexts(firm),
    dailyCap: String(dailyCap),
    weeklyCap: String(weeklyCap ?? ''),
    active: active ? 'active' : 'inactive',
    pausedUntil: dayOf(pausedUntil),
    verifiedUntil: dayOf(verifiedUntil),
    contacts: contacts.map(({ role, email: address, phone: number, ...contact }) => ({
      ...contact,
      role: role ?? '',
      email: address ?? '',
      phone: number ?? '',
    })),
    workingHours,
    timeZone,
    outsideHours,
    offerEmails,
    weight: String(weight),
  }
}

function inputOf(draft: Partial<ContractorDraft>): ContractorInput {
  const { active, dailyCap, weeklyCap, weight, phone, pausedUntil, verifiedUntil, timeZone, ...same } = draft
  return {
    ...same,
    ...(active !== undefined && { active: active === 'active' }),
    ...(dailyCap !== undefined && { dailyCap: Number(dailyCap) }),
    ...(weeklyCap !== undefined && { weeklyCap: weeklyCap.trim() === '' ? null : Number(weeklyCap) }),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(phone !== undefined && { phone: phone.trim() || null }),
    ...(pausedUntil !== undefined && { pausedUntil: dayStart(pausedUntil) }),
    ...(verifiedUntil !== undefined && { verifiedUntil: dayEnd(verifiedUntil) }),
    ...(timeZone && { timeZone }),
  }
}

/**
 * State and submit of the dialog that adds a firm (null) or changes one. Sends only what was changed. `opened`: the firm as
 * the screen showed it then.
 */
export function useContractorForm(opened: ListedContractor | null, onDone: () => void) {
  const firm = useQuery({ ...contractorDetail(opened?.id ?? ''), enabled: opened !== null }).data ?? opened
  /** What waits in the field of the areas and could not be read: with it nothing is sent. */
  const unreadAreas = useRef<string | null>(null)
  const form = useForm({
    start: draftOf(firm),
    required: ['name', 'email', 'trades', 'areas', 'dailyCap', 'weight'],
    check: ({ dailyCap, weeklyCap, weight }) => ({
      dailyCap: numberProblem(dailyCap),
      weeklyCap: numberProblem(weeklyCap),
      weight: numberProblem(weight),
      areas: unreadAreas.current,
    }),
    save: (draft, changes): Promise<unknown> =>
      firm === null ? addContractor(inputOf(draft)) : changeContractor(firm, inputOf(changes)),
    done: firm === null ? 'Contractor added successfully' : 'Contractor updated successfully',
    failed: firm === null ? 'Failed to add contractor' : 'Failed to update contractor',
    onDone,
    refreshes: contractorList(),
  })
  return {
    ...form,
    setUnreadAreas: (message: string | null) => {
      unreadAreas.current = message
      form.setError('areas', message)
    },
  }
}

export type ContractorForm = ReturnType<typeof useContractorForm>

const numberProblem = (text: string) => (/^\d{0,4}$/.test(text.trim()) ? null : 'Enter a whole number, like 10')
