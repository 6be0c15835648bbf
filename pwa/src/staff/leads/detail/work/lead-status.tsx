import { movesFrom } from '@kerbside/schema/leads/lead'
import { Button, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { mutate } from '../../../../api/graphql.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { requiredErrors, useForm } from '../../../ui/forms/use-form.ts'
import type { DialogState } from '../../../ui/dialogs/fresh-dialog.tsx'
import { Muted, Section } from '../../../ui/section.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { UndoLeadStatus, useLeadCache, type LeadDetail } from '../../lead.queries.ts'
import { asStatus, asStatusName, statusLabels } from '../../lead-labels.ts'
import { StatusChip } from '../../lead-parts.tsx'
import type { LeadStatusName } from '../../leads.queries.ts'
import { ChangeNotice } from './change-notice.tsx'
import type { ChangeValues } from '../../waiting/lead-changes.ts'
import { WaitingNotices } from '../../waiting/waiting-notices.tsx'
import { useLeadChange, waitingKind, type SeenLead } from './use-lead-change.ts'

/** What most leads do next: a filled button; the other moves have outlined ones. */
const usualNext: Partial<Record<LeadStatusName, LeadStatusName>> = {
  NEW: 'CONTACTED',
  CONTACTED: 'QUOTED',
  QUOTED: 'CONVERTED',
}

export function LeadStatusPanel({ lead }: { lead: LeadDetail }) {
  const result = useMoveLead(lead)
  const move = result.change
  const busyWith = result.pending?.to ?? null
  const [askReason, setAskReason] = useState(false)
  const labelId = useId()
  const choose = (to: LeadStatusName) => (to === 'LOST' ? setAskReason(true) : move({ to, note: null }))
  return (
    <Section title="Status" action={<StatusChip status={lead.status} />}>
      {lead.status === 'LOST' && lead.lostReason && <Typography sx={{ mb: 1.5 }}>Reason: {lead.lostReason}</Typography>}
      <MoveNotice lead={lead} result={result} />
      <Muted id={labelId} sx={{ mb: 1 }}>
        Update Status
      </Muted>
      <Stack role="group" aria-labelledby={labelId} direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {movesFrom(asStatus(lead.status))
          .map(asStatusName)
          .map((to) => (
            <Button
              key={to}
              variant={to === usualNext[lead.status] ? 'contained' : 'outlined'}
              color={to === 'LOST' ? 'inherit' : 'primary'}
              disabled={busyWith !== null}
              loading={busyWith === to}
              onClick={() => choose(to)}
              sx={to === 'LOST' ? { borderColor: 'divider' } : {}}
            >
              {statusLabels[to].label}
            </Button>
          ))}
      </Stack>
      <LostDialog
        open={askReason}
        onClose={() => setAskReason(false)}
        onConfirm={(note) => {
          setAskReason(false)
          move({ to: 'LOST', note })
        }}
      />
    </Section>
  )
}

type LostDialogProps = DialogState & { onConfirm: (reason: string) => void }

/** Asks for the reason, which is stored with the lead. */
export function LostDialog({ open, onClose, onConfirm }: LostDialogProps) {
  const form = useForm({
    start: { reason: '' },
    check: (draft) => requiredErrors(draft, ['reason'], 'Please give a reason, even a short one'),
    save: async ({ reason }) => onConfirm(reason.trim()),
  })
  return (
    <FormDialog {...{ form, open, onClose }} title="Mark as lost" submit="Mark as lost">
      <Field
        form={form}
        name="reason"
        label="Why was it lost?"
        helperText="For example: too expensive, chose another firm"
        autoFocus
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}

/** A colleague's move in between is reported and not overwritten. */
export function useMoveLead(lead: SeenLead) {
  const toast = useToast()
  const { show, refresh } = useLeadCache(lead.id)
  const undo = useAction({
    mutationFn: (version: number) => mutate(UndoLeadStatus, { id: lead.id, version }),
    done: ({ undoLeadStatus: { status } }) => `Status is ${statusLabels[status].label} again`,
    failed: true,
    onSuccess: ({ undoLeadStatus }) => void show(undoLeadStatus),
    onSettled: refresh,
  })
  return useLeadChange<ChangeValues['status'], SeenLead>(lead, {
    ...waitingKind('status'),
    onSuccess: ({ status, version }) => {
      const text = `Status changed to ${statusLabels[status].label}`
      toast.success(text, { label: 'Undo', onPress: () => undo.mutate(version) })
    },
  })
}

type MoveNoticeProps = { lead: LeadDetail; result: ReturnType<typeof useMoveLead> }

export function MoveNotice({ lead, result }: MoveNoticeProps) {
  return (
    <>
      <ChangeNotice kind="status" lead={lead} result={result} />
      <WaitingNotices kind="status" leadId={lead.id} />
    </>
  )
}
