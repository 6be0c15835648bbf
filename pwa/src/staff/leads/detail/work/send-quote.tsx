import { currencyOf, currencySymbols, formatAmount, parseAmount, currencyNames } from '@kerbside/schema/amount'
import { maximumMessage } from '@kerbside/schema/leads/lead'
import type { QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import RequestQuoteIcon from '@mui/icons-material/RequestQuoteOutlined'
import { Alert, Box, Button, InputAdornment, MenuItem, TextField } from '@mui/material'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type Ref } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { ApiError } from '../../../../api/api-error.ts'
import { mutate } from '../../../../api/graphql.ts'
import { useCan, useSession } from '../../../../api/session.ts'
import { DialogFrame, SubmitActions } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import type { LeadDetail } from '../../lead.queries.ts'
import { QuoteFileField, uploadQuoteFile, type UploadQuoteFile } from './quote-file.tsx'
import { QuotePreview } from './quote-preview.tsx'
import { useLeadChange } from './use-lead-change.ts'
import { SendQuoteToHomeowner } from './work.queries.ts'

type Quote = { quoteId: string; amount: number; message: string; contractorId: string | null; fileId: string | null }

/** The id stays until the quote is sent, so that a second try after a lost answer sends nothing twice. */
const emptyDraft = () => ({
  quoteId: uuidv7(),
  amount: '',
  message: '',
  contractorId: '',
  file: null as QuoteFile | null,
})

/** Emails the homeowner a price. What was typed stays when the dialog is closed, until the quote is sent. */
export function SendQuote({ lead, upload = uploadQuoteFile }: { lead: LeadDetail; upload?: UploadQuoteFile }) {
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
      if (error instanceof ApiError && error.fields['fileId']) setDraft((typed) => ({ ...typed, file: null }))
    },
  })
  const attaching = useMutation({
    mutationFn: (file: File) => upload(lead.id, file),
    onSuccess: (file) => setDraft((typed) => ({ ...typed, file })),
  })
  if (!mayEdit) return null
  const start = () => {
    sending.forget()
    attaching.reset()
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" startIcon={<RequestQuoteIcon />} onClick={start}>
        Send Quote
      </Button>
      <QuoteDialog {...{ lead, open, draft, sending, attaching }} onChange={setDraft} onClose={() => setOpen(false)} />
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
  attaching: UseMutationResult<QuoteFile, Error, File>
  onChange: (draft: Draft) => void
  onClose: () => void
}

function QuoteDialog({ lead, open, draft, sending, attaching, onChange, onClose }: QuoteDialogProps) {
  const [isChecked, setChecked] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const messageInput = useRef<HTMLTextAreaElement>(null)
  const author = useSession()?.user.name ?? ''
  const currency = currencyOf(lead)
  const amount = parseAmount(draft.amount)
  const message = draft.message.trim()
  const firm = firmsOf(lead).find(({ contractorId }) => contractorId === draft.contractorId) ?? null
  const busy = sending.pending !== null
  const reason = whyNoQuote(lead)

  function submit(): void {
    if (busy || attaching.isPending || reason !== null) return
    setChecked(true)
    if (!amount.ok) return amountInput.current?.focus()
    if (message === '') return messageInput.current?.focus()
    setChecked(false)
    const { quoteId, file } = draft
    const contractorId = firm?.contractorId ?? null
    sending.change({ quoteId, amount: amount.value, message, contractorId, fileId: file?.id ?? null })
  }
  const errors = {
    amount: isChecked && !amount.ok ? amount.message : null,
    message: isChecked && message === '' ? 'Write a message' : null,
  }
  const actions = (
    <SubmitActions
      submit="Send quote"
      busyText="Sending…"
      busy={busy}
      disabled={reason !== null || attaching.isPending}
      onCancel={onClose}
    />
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
        <QuoteFields {...{ lead, draft, errors, amountInput, messageInput, attaching, onChange }} />
        <QuotePreview
          lead={lead}
          price={amount.ok ? formatAmount({ amount: amount.value, currency }) : `${currencySymbols[currency]}…`}
          message={message || 'Your message'}
          by={author}
          firm={firm?.contractorName ?? null}
          file={draft.file}
        />
      </Box>
    </DialogFrame>
  )
}

/** The homeowner knows them by name. */
const firmsOf = ({ offers }: LeadDetail) => offers.filter(({ state }) => state === 'ACCEPTED')

type QuoteFieldsProps = Pick<QuoteDialogProps, 'lead' | 'draft' | 'attaching' | 'onChange'> & {
  errors: { amount: string | null; message: string | null }
  amountInput: Ref<HTMLInputElement>
  messageInput: Ref<HTMLTextAreaElement>
}

function QuoteFields({ lead, draft, errors, amountInput, messageInput, attaching, onChange }: QuoteFieldsProps) {
  const currency = currencyOf(lead)
  const firms = firmsOf(lead)
  const isFirm = firms.some(({ contractorId }) => contractorId === draft.contractorId)
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
      <TextField
        autoFocus
        required
        label="Amount"
        autoComplete="off"
        value={draft.amount}
        error={errors.amount !== null}
        helperText={errors.amount ?? `In ${currencyNames[currency]}, like 2,450 or 2450.50`}
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
        error={errors.message !== null}
        helperText={errors.message ?? 'What the price includes. The homeowner gets it word for word.'}
        inputRef={messageInput}
        onChange={(event) => onChange({ ...draft, message: event.target.value })}
        slotProps={{ htmlInput: { maxLength: maximumMessage } }}
      />
      {firms.length > 0 && (
        <TextField
          select
          label="Quote from"
          value={isFirm ? draft.contractorId : ''}
          helperText="The homeowner knows the firms that have accepted by name."
          onChange={(event) => onChange({ ...draft, contractorId: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Kerbside</MenuItem>
          {firms.map(({ contractorId, contractorName }) => (
            <MenuItem key={contractorId} value={contractorId}>
              {contractorName}
            </MenuItem>
          ))}
        </TextField>
      )}
      <QuoteFileField
        file={draft.file}
        isSending={attaching.isPending}
        error={attaching.error}
        onChoose={(file) => attaching.mutate(file)}
        onRemove={() => onChange({ ...draft, file: null })}
      />
    </Box>
  )
}
