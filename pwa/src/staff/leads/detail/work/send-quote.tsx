import {
  currencyOf,
  currencySymbols,
  formatAmount,
  maximumMessage,
  parseAmount,
  currencyNames,
} from '@kerbside/schema/leads/sent-quote'
import RequestQuoteIcon from '@mui/icons-material/RequestQuoteOutlined'
import { Alert, Box, Button, InputAdornment, TextField } from '@mui/material'
import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { ApiError } from '../../../../api/api-error.ts'
import { mutate } from '../../../../api/graphql.ts'
import { useCan, useSession } from '../../../../api/session.ts'
import { DialogFrame, SubmitActions } from '../../../ui/confirm-dialog.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { QuotePreview } from './quote-preview.tsx'
import { useLeadChange } from './use-lead-change.ts'
import { SendQuoteToHomeowner } from './work.queries.ts'

type Quote = { quoteId: string; amount: number; message: string }

/** The id stays until the quote is sent, so that a second try after a lost answer sends nothing twice. */
const emptyDraft = () => ({ quoteId: uuidv7(), amount: '', message: '' })

/** Emails the homeowner a price. What was typed stays when the dialog is closed, until the quote is sent. */
export function SendQuote({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const toast = useToast()
  const mayEdit = useCan('lead:edit')
  const sending = useLeadChange<Quote>(lead, {
    send: async (quote, version) => (await mutate(SendQuoteToHomeowner, { id: lead.id, ...quote, version })).sendQuote,
    replaces: whatTheQuoteIsBasedOn,
    onSuccess: () => {
      setDraft(emptyDraft())
      setOpen(false)
      toast.success('The quote is on its way')
    },
    onError: (error) => {
      // The first try was sent after all: another one is another quote.
      if (error instanceof ApiError && error.fields['quoteId']) setDraft((typed) => ({ ...typed, quoteId: uuidv7() }))
    },
  })
  if (!mayEdit) return null
  const start = () => {
    sending.forget()
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" startIcon={<RequestQuoteIcon />} onClick={start}>
        Send Quote
      </Button>
      <QuoteDialog {...{ lead, open, draft, sending }} onChange={setDraft} onClose={() => setOpen(false)} />
    </>
  )
}

/** A colleague's change of one of these is shown before the quote is sent. */
const whatTheQuoteIsBasedOn = ({ status, email, postcode, activity }: LeadDetail) =>
  JSON.stringify([status, email, postcode, activity.filter(({ quote }) => quote).length])

function whyNoQuote({ status, email }: LeadDetail): string | null {
  if (status === 'LOST') return 'This lead is lost. Reopen it first: move it to Contacted, then send the quote.'
  return email ? null : 'This lead has no email address to send a quote to.'
}

type Draft = ReturnType<typeof emptyDraft>
type QuoteDialogProps = {
  lead: LeadDetail
  open: boolean
  draft: Draft
  sending: ReturnType<typeof useLeadChange<Quote>>
  onChange: (draft: Draft) => void
  onClose: () => void
}

function QuoteDialog({ lead, open, draft, sending, onChange, onClose }: QuoteDialogProps) {
  const [isChecked, setChecked] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const messageInput = useRef<HTMLTextAreaElement>(null)
  const author = useSession()?.user.name ?? ''
  const currency = currencyOf(lead)
  const amount = parseAmount(draft.amount)
  const message = draft.message.trim()
  const busy = sending.pending !== null
  const reason = whyNoQuote(lead)

  function submit(): void {
    if (busy || reason !== null) return
    setChecked(true)
    if (!amount.ok) return amountInput.current?.focus()
    if (message === '') return messageInput.current?.focus()
    setChecked(false)
    sending.change({ quoteId: draft.quoteId, amount: amount.value, message })
  }
  const amountError = isChecked && !amount.ok ? amount.message : null
  const messageError = isChecked && message === '' ? 'Write a message' : null
  const actions = (
    <SubmitActions submit="Send quote" busyText="Sending…" busy={busy} disabled={reason !== null} onCancel={onClose} />
  )
  return (
    <DialogFrame
      {...{ open, actions, busy, onClose }}
      title="Send Quote"
      maxWidth="md"
      error={sending.failure}
      onSubmit={submit}
    >
      {reason !== null && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {reason}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          pt: 1,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <TextField
            autoFocus
            required
            label="Amount"
            autoComplete="off"
            value={draft.amount}
            error={amountError !== null}
            helperText={amountError ?? `In ${currencyNames[currency]}, like 2,450 or 2450.50`}
            inputRef={amountInput}
            onChange={(event) => onChange({ ...draft, amount: event.target.value })}
            slotProps={{
              htmlInput: { inputMode: 'decimal', maxLength: 20 },
              input: { startAdornment: <InputAdornment position="start">{currencySymbols[currency]}</InputAdornment> },
            }}
          />
          <TextField
            required
            multiline
            minRows={6}
            maxRows={14}
            label="Message"
            value={draft.message}
            error={messageError !== null}
            helperText={messageError ?? 'What the price includes. The homeowner gets it word for word.'}
            inputRef={messageInput}
            onChange={(event) => onChange({ ...draft, message: event.target.value })}
            slotProps={{ htmlInput: { maxLength: maximumMessage } }}
          />
        </Box>
        <QuotePreview
          lead={lead}
          price={amount.ok ? formatAmount({ amount: amount.value, currency }) : `${currencySymbols[currency]}…`}
          message={message || 'Your message'}
          by={author}
        />
      </Box>
    </DialogFrame>
  )
}
