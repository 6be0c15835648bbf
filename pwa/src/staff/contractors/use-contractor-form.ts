import type { Trade } from '@kerbside/schema/contractors/contractor'
import type { FieldErrors } from '@kerbside/schema/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { useFieldErrors } from '../ui/forms/use-field-errors.ts'
import { useToast } from '../ui/toasts.tsx'
import { dayOf } from '../ui/times.ts'
import { areaTexts, asTrades, dayEnd, dayStart } from './contractor-labels.ts'
import {
  addContractor,
  changeContractor,
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
  active: boolean
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
export type ContractorField = keyof ContractorDraft

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
  active: true,
  contacts: [],
  workingHours: [],
  timeZone: '',
  outsideHours: 'HOLD',
  offerEmails: 'SINGLE',
}
const contractorFields = Object.keys(emptyDraft) as ContractorField[]
export const requiredFields: readonly ContractorField[] = ['name', 'email', 'trades', 'areas', 'dailyCap', 'weight']

function draftOf(firm: ListedContractor | null): ContractorDraft {
  if (firm === null) return emptyDraft
  const { name, email, phone, trades, dailyCap, weeklyCap, active, pausedUntil, verifiedUntil } = firm
  const { contacts, workingHours, timeZone, outsideHours, offerEmails, weight } = firm
  return {
    name,
    email,
    phone: phone ?? '',
    trades: asTrades(trades),
    areas: areaTexts(firm),
    dailyCap: String(dailyCap),
    weeklyCap: String(weeklyCap ?? ''),
    active,
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
  const { dailyCap, weeklyCap, weight, phone, pausedUntil, verifiedUntil, timeZone, ...same } = draft
  return {
    ...same,
    ...(dailyCap !== undefined && { dailyCap: Number(dailyCap) }),
    ...(weeklyCap !== undefined && { weeklyCap: weeklyCap.trim() === '' ? null : Number(weeklyCap) }),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(phone !== undefined && { phone: phone.trim() || null }),
    ...(pausedUntil !== undefined && { pausedUntil: dayStart(pausedUntil) }),
    ...(verifiedUntil !== undefined && { verifiedUntil: dayEnd(verifiedUntil) }),
    ...(timeZone && { timeZone }),
  }
}

/** State and submit of the dialog that adds a firm (null) or changes one. Sends only what was changed. */
export function useContractorForm(firm: ListedContractor | null, onDone: () => void) {
  const start = draftOf(firm)
  const [draft, setDraft] = useState(start)
  const fields = useFieldErrors(contractorFields)
  /** Texts that wait in a field and could not be read: without them nothing is sent. */
  const unread = useRef<FieldErrors>({})
  const client = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: (): Promise<unknown> =>
      firm === null ? addContractor(inputOf(draft)) : changeContractor(firm, inputOf(changesOf(start, draft))),
    onSuccess: () => {
      toast.success(firm === null ? 'Contractor added successfully' : 'Contractor updated successfully')
      onDone()
    },
    onError: (error) => {
      toast.error(firm === null ? 'Failed to add contractor' : 'Failed to update contractor')
      fields.show(fieldErrors(error))
    },
    // Also after an error: somebody else may have changed or deleted the firm.
    onSettled: () => void client.invalidateQueries(contractorList()),
  })

  const submit = () => {
    if (mutation.isPending) return
    mutation.reset()
    const missing = requiredFields.filter((name) => draft[name].toString().trim() === '')
    const wrong: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['This is required']]))
    if (missing.length > 0) toast.error('Please fill in required fields')
    for (const name of ['dailyCap', 'weeklyCap', 'weight'] as const) {
      if (!/^\d{0,4}$/.test(draft[name].trim())) wrong[name] = ['Enter a whole number, like 10']
    }
    const found = { ...wrong, ...unread.current }
    fields.show(found)
    if (Object.keys(found).length === 0) mutation.mutate()
  }
  return {
    draft,
    errors: fields.errors,
    inputRef: fields.inputRef,
    submit,
    change: (changes: Partial<ContractorDraft>) => {
      setDraft((before) => ({ ...before, ...changes }))
      fields.clear(Object.keys(changes))
    },
    setUnread: (name: ContractorField, message: string | null) => {
      unread.current = message === null ? {} : { [name]: [message] }
      if (message === null) fields.clear([name])
      else fields.set(name, message)
    },
    busy: mutation.isPending,
    /** What belongs to no field. */
    error: fields.ofNoField(mutation.error),
  }
}

export type Form = ReturnType<typeof useContractorForm>

const changesOf = (before: ContractorDraft, draft: ContractorDraft): Partial<ContractorDraft> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as ContractorField]),
    ),
  )
