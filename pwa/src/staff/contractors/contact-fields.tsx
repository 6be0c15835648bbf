import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { maximumContacts } from '@kerbside/schema/contractors/contractor'
import { Field, FieldGrid } from '../ui/forms/field.tsx'
import { savedMeanwhile } from '../ui/forms/use-form.ts'
import { Muted } from '../ui/section.tsx'
import type { ContactDraft, ContractorForm } from './use-contractor-form.ts'

const emptyContact: ContactDraft = { name: '', role: '', email: '', phone: '', isMain: false }

const inputs = [
  { name: 'name', label: 'Contact name', type: 'text' },
  { name: 'role', label: 'Role', type: 'text' },
  { name: 'email', label: 'Contact email', type: 'email' },
  { name: 'phone', label: 'Contact phone', type: 'tel' },
] as const

/** The people of a firm, and which of them gets its emails. */
export function ContactFields({ form }: { form: ContractorForm }) {
  const { contacts } = form.draft
  const theirs = form.theirs.contacts
  const addButton = useRef<HTMLButtonElement>(null)
  const [hasAdded, setAdded] = useState(false)
  const set = (changed: ContactDraft[]) => form.change({ contacts: changed })
  const change = (index: number, changes: Partial<ContactDraft>) =>
    set(contacts.map((contact, place) => (place === index ? { ...contact, ...changes } : contact)))

  function add(): void {
    setAdded(true)
    set([...contacts, emptyContact])
  }
  function remove(index: number): void {
    set(contacts.filter((_, place) => place !== index))
    // The button that was pressed is gone.
    addButton.current?.focus()
  }
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 2 }}>
      <Typography variant="h3">Contacts</Typography>
      {contacts.map((contact, index) => (
        <Box key={index} role="group" aria-label={`Contact ${index + 1}`}>
          <FieldGrid>
            {inputs.map(({ name, label, type }) => (
              <Field
                key={name}
                form={form}
                name={`contacts.${index}.${name}`}
                label={label}
                type={type}
                required={name === 'name'}
                autoFocus={hasAdded && name === 'name' && index === contacts.length - 1}
                value={contact[name]}
                onText={(text) => change(index, { [name]: text })}
              />
            ))}
          </FieldGrid>
          <Button size="small" color="error" sx={{ mt: 2 }} onClick={() => remove(index)}>
            Remove contact {index + 1}
          </Button>
        </Box>
      ))}
      {contacts.length > 0 && (
        <Field
          form={form}
          name="contacts"
          label="Emails of the firm go to"
          helperText="Offers, and the details of jobs that it accepted"
          choices={{ [ownAddress]: 'The firm’s own address', ...Object.fromEntries(contacts.map(choiceOf)) }}
          value={placeOf(contacts.findIndex(({ isMain }) => isMain))}
          onText={(chosen) =>
            set(contacts.map((contact, index) => ({ ...contact, isMain: placeOf(index) === chosen })))
          }
        />
      )}
      <Box>
        {theirs && <Muted sx={{ mb: 1 }}>{savedMeanwhile(theirs.map(contactText).join('; '))}</Muted>}
        {contacts.length === 0 && <Muted sx={{ mb: 1 }}>Nobody yet: emails go to the firm’s address.</Muted>}
        <Button
          ref={addButton}
          size="small"
          startIcon={<AddIcon />}
          disabled={contacts.length >= maximumContacts}
          onClick={add}
        >
          Add a contact
        </Button>
      </Box>
    </Box>
  )
}

const contactText = ({ name, role, email, phone, isMain }: ContactDraft) =>
  [name, role, email, phone, isMain ? 'gets the emails' : ''].filter((text) => text !== '').join(', ')

/** No contact: the choice among the places of the contacts in the list. */
const ownAddress = 'own'
const placeOf = (index: number) => (index < 0 ? ownAddress : `contact ${index}`)
const choiceOf = ({ name, email }: ContactDraft, index: number) =>
  [placeOf(index), `${name || `Contact ${index + 1}`} (${email || 'no email yet'})`] as const
