import AddIcon from '@mui/icons-material/Add'
import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { maximumContacts } from '@kerbside/schema/contractors/contractor'
import { Muted } from '../ui/section.tsx'
import type { ContactDraft, Form } from './use-contractor-form.ts'

const emptyContact: ContactDraft = { name: '', role: '', email: '', phone: '', isMain: false }

const inputs = [
  { name: 'name', label: 'Contact name', type: 'text' },
  { name: 'role', label: 'Role', type: 'text' },
  { name: 'email', label: 'Contact email', type: 'email' },
  { name: 'phone', label: 'Contact phone', type: 'tel' },
] as const

/** The people of a firm, and which of them gets its emails. */
export function ContactFields({ form }: { form: Form }) {
  const { contacts } = form.draft
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
    <Box sx={{ mt: 3, display: 'grid', gap: 2 }}>
      <Typography variant="h3">Contacts</Typography>
      {contacts.map((contact, index) => (
        <Box
          key={index}
          role="group"
          aria-label={`Contact ${index + 1}`}
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
        >
          {inputs.map(({ name, label, type }) => {
            const path = `contacts.${index}.${name}` as const
            return (
              <TextField
                key={name}
                label={label}
                type={type}
                autoComplete="off"
                required={name === 'name'}
                autoFocus={hasAdded && name === 'name' && index === contacts.length - 1}
                value={contact[name]}
                error={form.errors[path] !== undefined}
                helperText={form.errors[path]?.join(' ')}
                inputRef={form.inputRef(path)}
                onChange={(event) => change(index, { [name]: event.target.value })}
              />
            )
          })}
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Button size="small" color="error" onClick={() => remove(index)}>
              Remove contact {index + 1}
            </Button>
          </Box>
        </Box>
      ))}
      {contacts.length > 0 && (
        <TextField
          select
          label="Emails of the firm go to"
          value={contacts.findIndex(({ isMain }) => isMain)}
          helperText={form.errors['contacts']?.join(' ') ?? 'Offers, and the details of jobs that it accepted'}
          error={form.errors['contacts'] !== undefined}
          inputRef={form.inputRef('contacts')}
          onChange={(event) =>
            set(contacts.map((contact, index) => ({ ...contact, isMain: index === Number(event.target.value) })))
          }
        >
          <MenuItem value={-1}>The firm’s own address</MenuItem>
          {contacts.map(({ name, email }, index) => (
            <MenuItem key={index} value={index}>
              {`${name || `Contact ${index + 1}`} (${email || 'no email yet'})`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box>
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
