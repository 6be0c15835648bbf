import type { FieldErrors } from '@kerbside/schema/errors'
import { v4 as uuidv4 } from 'uuid'
import { fill, readFields } from './price-lines.ts'

/** Another id: under the one before it the server has other content. */
export function showFreshId(form: HTMLFormElement): void {
  const id = form.querySelector<HTMLInputElement>('[name="id"]')
  if (id) id.value = uuidv4()
}

export function hideErrors(form: HTMLFormElement): void {
  for (const old of document.querySelectorAll('.problem, #price .error')) old.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
}

/** Shows what is wrong above the form and at each field, as the server's page does. */
export function showErrors(form: HTMLFormElement, { message, errors }: { message: string; errors: FieldErrors }): void {
  hideErrors(form)
  // Errors count rows without the empty ones: so does the form from here on.
  fill(form, readFields(form))
  const list = document.createElement('ul')
  for (const [name, [text = '']] of Object.entries(errors)) {
    const field = document.getElementById(name)
    const [, line] = /^lines\.(\d+)\./.exec(name) ?? []
    const entry = list.appendChild(document.createElement('li'))
    const full = line === undefined ? text : `Line ${Number(line) + 1}: ${text}`
    if (field) entry.append(Object.assign(document.createElement('a'), { href: `#${name}`, textContent: full }))
    else entry.textContent = full
    if (field) markField(field, name, text)
  }
  if (list.childElementCount === 0) list.append(Object.assign(document.createElement('li'), { textContent: message }))
  const problem = Object.assign(document.createElement('div'), { className: 'problem', tabIndex: -1 })
  problem.setAttribute('role', 'alert')
  problem.append(Object.assign(document.createElement('h2'), { textContent: 'There is a problem' }), list)
  document.querySelector('#device')?.before(problem)
  problem.focus()
}

function markField(field: HTMLElement, name: string, text: string): void {
  const error = Object.assign(document.createElement('p'), {
    className: 'error',
    id: `${name}-error`,
    textContent: text,
  })
  const place = field.closest('.radios, .line-grid') ?? field
  place?.before(error)
  field.closest('details')?.setAttribute('open', '')
  if (field.matches('.text')) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', error.id)
  }
}
