import { parseHours } from '@kerbside/schema/contractors/hours-text'
import { trades } from '@kerbside/schema/contractors/contractor'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { invalid } from '@kerbside/schema/errors'
import { contractorColumns } from '@kerbside/schema/imports/contractor-columns'
import {
  contractorImportLimits,
  importedDailyCap,
  type ContractorColumn,
  type ContractorImport,
} from '@kerbside/schema/imports/contractor-fields'
import { csvRows, toUtf8 } from '@kerbside/schema/imports/csv-file.model'
import { dayAfter, startOfLondonDay } from '@kerbside/schema/time/london-time'
import { readDay } from '@kerbside/schema/time/read-date'
import { requireCan } from '@kerbside/schema/users/user'
import { fieldErrors } from '@kerbside/schema/validate'
import { Types } from 'mongoose'
import type { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { NewContractor } from '../contractors/contractor-input.ts'
import type { Context } from '../deps.ts'
import type { Upload } from '../http/read-upload.ts'
import { inspectFile } from './inspect-file.ts'

type NewFirm = z.output<typeof NewContractor>

/**
 * Adds the firms of a file, or only reports what would become of its rows. Firms are few, so this is done while the
 * person waits. A firm is known by its email address, so the same file again adds nothing.
 */
export async function importContractors(
  ctx: Context,
  { isDryRun }: { isDryRun: boolean },
  read: () => Promise<Upload>,
): Promise<ContractorImport> {
  requireCan(ctx.viewer, 'contractor:edit')
  const bytes = toUtf8((await read()).bytes)
  const { rows, columns, delimiter } = await inspectFile(bytes, {
    what: 'a firm',
    maxRows: contractorImportLimits.rows,
  })
  const names = columns.map(({ name }) => name)
  const { fields, missing } = contractorColumns(names)
  if (missing.length > 0) throw invalid('file', `The file has no column for ${missing.join(', ')}. Name it so.`)

  const problems: ContractorImport['problems'] = []
  const firms = new Map<string, NewFirm>()
  let [good, header] = [0, true]
  for await (const { row, cells } of csvRows(bytes, delimiter)) {
    if (header) {
      header = false
      continue
    }
    const checked = NewContractor.safeParse(inputOf(fields, cells))
    if (checked.success) {
      good += 1
      // The first row of an address counts.
      if (!firms.has(checked.data.email)) firms.set(checked.data.email, checked.data)
      continue
    }
    for (const [field, messages] of Object.entries(fieldErrors(checked.error))) {
      const column = names[fields.findIndex((name) => name === field)] ?? ''
      problems.push({ row, column, message: messages.join(' ') })
    }
  }
  const known = await ContractorModel.distinct('email', { email: { $in: [...firms.keys()] } })
  for (const email of known) firms.delete(email)
  const added = isDryRun ? firms.size : await addFirms(ctx, [...firms.values()])
  return { rows, added, existing: good - added, skipped: rows - good, problems }
}

async function addFirms(ctx: Context, firms: readonly NewFirm[]): Promise<number> {
  if (firms.length === 0) return 0
  const { upsertedCount } = await ContractorModel.bulkWrite(
    firms.map(({ email, ...firm }) => ({
      updateOne: { filter: { email }, update: { $setOnInsert: firm }, upsert: true, setDefaultsOnInsert: true },
    })),
    { ordered: false },
  )
  const subject = { kind: 'import', id: String(new Types.ObjectId()), label: 'CSV file' } as const
  await recordAudit(ctx, { action: 'contractors.imported', subject, details: `New firms: ${upsertedCount}` })
  return upsertedCount
}

/** What a row says, as the form of a firm would send it. */
function inputOf(fields: readonly (ContractorColumn | null)[], cells: readonly string[]): object {
  const textOf = (field: ContractorColumn) => (cells[fields.indexOf(field)] ?? '').trim()
  const [phone, dailyCap, weeklyCap] = [textOf('phone'), textOf('dailyCap'), textOf('weeklyCap')]
  const [verifiedUntil, timeZone] = [textOf('verifiedUntil'), textOf('timeZone')]
  const [workingHours, outsideHours, weight] = [textOf('workingHours'), textOf('outsideHours'), textOf('weight')]
  const offerEmails = textOf('offerEmails')
  return {
    name: textOf('name'),
    email: textOf('email'),
    phone: phone || null,
    trades: listOf(textOf('trades')).map(tradeOf),
    areas: listOf(textOf('areas')),
    dailyCap: dailyCap === '' ? importedDailyCap : Number(dailyCap),
    weeklyCap: weeklyCap === '' ? null : Number(weeklyCap),
    verifiedUntil: verifiedUntil === '' ? null : endOfDay(verifiedUntil),
    timeZone: timeZone || null,
    // Text that is no hours stays text, which is a problem of its row.
    workingHours: workingHours === '' ? null : (parseHours(workingHours) ?? workingHours),
    outsideHours: outsideHours === '' ? null : outsideHours.toLowerCase().replace(/\s+/g, '-'),
    offerEmails: offerEmails === '' ? null : offerEmails.toLowerCase(),
    weight: weight === '' ? null : Number(weight),
  }
}

const listOf = (text: string) =>
  text
    .split(/[;,|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** 'Coach hire' is coach-hire. */
function tradeOf(text: string): string {
  const name = text.toLowerCase().replace(/\s+/g, '-')
  return trades.find((trade) => trade === name) ?? text
}

/** The last second in London of 2027-12-31 or 31/12/2027; what is no day stays text, which is a problem of its row. */
function endOfDay(text: string): Date | string {
  const day = readDay(text)
  return day === null ? text : new Date(startOfLondonDay(dayAfter(day, 1)).getTime() - 1_000)
}
