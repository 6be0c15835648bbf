import { fileIdsIn, type EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import { fileText, isPdf, maximumPriceFiles, quoteFileError } from '@kerbside/schema/quote-files/quote-file'
import type { Table } from '../offline/open-database.ts'
import { shrink, unreadablePhoto } from '../offline/photos/shrink.ts'
import type { ChosenFile } from './draft-store.ts'

// Photos and PDFs that are chosen for a price. Each is kept on the device with what was typed, and is a row of the form.

const rowsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('#file-list input')]

/** What is wrong with the choice, for people to read; null if all of it is kept. */
export async function addFiles(
  form: HTMLFormElement,
  chosen: readonly File[],
  { draft, files }: { draft: string; files: Table<ChosenFile> },
): Promise<string | null> {
  const problems: string[] = []
  for (const file of chosen) {
    if (rowsOf(form).filter(({ checked }) => checked).length >= maximumPriceFiles) {
      problems.push(`Add ${maximumPriceFiles} files at most.`)
      break
    }
    const made = await prepare(file)
    if (typeof made === 'string') {
      problems.push(made)
      continue
    }
    const kept = { id: newFileId(), draft, sentAt: 0, ...made }
    await files.put(kept)
    addRow(form, kept)
  }
  return problems.join(' ') || null
}

/** 24 hexadecimal digits, as the server knows it. */
const newFileId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A PDF as it is, a photo made small here; or why it cannot be taken. */
async function prepare(file: File): Promise<Pick<ChosenFile, 'name' | 'bytes'> | string> {
  const beginning = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (isPdf(beginning)) {
    const wrong = quoteFileError(file.size, beginning)
    return wrong === null ? { name: file.name, bytes: await file.arrayBuffer() } : `${file.name}: ${wrong}`
  }
  const canvas = (width: number, height: number) => Object.assign(document.createElement('canvas'), { width, height })
  const bytes = await shrink(file, canvas).catch(() => null)
  return bytes ? { name: file.name, bytes } : unreadablePhoto(file)
}

function addRow(form: HTMLFormElement, { id, name, bytes }: ChosenFile): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: `files.${rowsOf(form).length}`,
    value: id,
    checked: true,
  })
  const label = Object.assign(document.createElement('label'), { className: 'choice' })
  label.append(input, fileText({ name, size: bytes.byteLength }))
  const row = document.createElement('li')
  row.append(label)
  form.querySelector('#file-list')?.append(row)
}

/** A row for each file that the fields name, and no other one chosen. */
export async function showFiles(
  form: HTMLFormElement,
  fields: EstimateFields,
  files: Table<ChosenFile>,
): Promise<void> {
  const ids = fileIdsIn(fields)
  for (const id of ids) {
    const kept = rowsOf(form).some(({ value }) => value === id) ? undefined : await files.get(id)
    if (kept) addRow(form, kept)
  }
  for (const input of rowsOf(form)) input.checked = ids.includes(input.value)
}
