import NoteAddIcon from '@mui/icons-material/NoteAddOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useCan, useSession } from '../../../../api/session.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { MentionField } from './mention-field.tsx'
import { useLeadChange, waitingKind, withActivity } from './use-lead-change.ts'

const forWhom =
  'For colleagues only: neither homeowners nor firms see it. Type @ and a name to email it to a colleague.'

/** A note for colleagues: in the timeline at once, and back in the dialog when it could not be stored. */
export function AddNotes({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const author = useSession()?.user
  const toast = useToast()
  const mayEdit = useCan('lead:edit')
  const { change, error, forget } = useLeadChange<string>(lead, {
    ...waitingKind('note'),
    expected: (seen, note) => withActivity(seen, author, { kind: 'NOTE', text: note }),
    onSuccess: () => {
      setText('')
      toast.success('Note added')
    },
    onWaiting: () => setText(''),
    onError: () => setOpen(true),
  })

  function submit(): void {
    if (text.trim() === '') return setMissing(true)
    setOpen(false)
    change(text.trim())
  }
  function write(typed: string): void {
    setText(typed)
    setMissing(false)
  }
  const field = (
    <MentionField
      label="Note"
      value={text}
      error={isMissing}
      helperText={isMissing ? 'Write something first' : forWhom}
      maxLength={2_000}
      onChange={write}
    />
  )
  if (!mayEdit) return null
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<NoteAddIcon />}
        onClick={() => {
          forget()
          setOpen(true)
        }}
      >
        Add Notes
      </Button>
      <ConfirmDialog
        {...{ open, field, error }}
        title="Add Notes"
        confirm="Add note"
        onConfirm={submit}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
