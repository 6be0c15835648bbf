import { Alert, Box, Button, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { rescueFocus, useConfirmed } from '../../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../../ui/section.tsx'
import { formatDate, formatDateTime } from '../../ui/times.ts'
import { ToneChip, type ToneLabel } from '../../ui/tone-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { ListedContractor } from '../contractors.queries.ts'
import { SecretDialog, WebhookDialog } from './webhook-dialogs.tsx'
import {
  changeWebhookSecret,
  contractorWebhook,
  removeWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from './webhook.queries.ts'

/** Where the firm's own system is told of its jobs (docs/specification.md, 9.7). */
export function WebhookSection({ firm }: { firm: Pick<ListedContractor, 'id' | 'name'> }) {
  const webhook = useQuery(contractorWebhook(firm.id))
  const [secret, setSecret] = useState<string | null>(null)
  const editing = useFreshDialog((_asked: void, dialog) => (
    <WebhookDialog firm={firm} current={webhook.data?.url ?? ''} onSecret={setSecret} {...dialog} />
  ))
  const state = webhook.data ? stateOf(webhook.data) : null
  return (
    <Section
      title="Webhook"
      action={
        webhook.data === null ? (
          <Button size="small" onClick={() => editing.open()}>
            Set webhook
          </Button>
        ) : (
          state && <ToneChip {...state} />
        )
      }
    >
      <QueryState query={webhook} loading="Loading webhook…" rows={2} />
      {webhook.data === null && <Muted>None: the firm is told by email only.</Muted>}
      {webhook.data && (
        <WebhookDetails firm={firm} webhook={webhook.data} onEdit={() => editing.open()} onSecret={setSecret} />
      )}
      {editing.dialog}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Section>
  )
}

/** By its latest message that arrived or was given up. */
function stateOf({ failingSince, deliveries }: Webhook): ToneLabel {
  const latest = deliveries.find(({ state }) => state === 'SENT' || state === 'FAILED')
  if (failingSince !== null || latest?.state === 'FAILED') return { label: 'Failing', tone: 'red' }
  return latest ? { label: 'Working', tone: 'green' } : { label: 'Not tried yet', tone: 'slate' }
}

type DetailsProps = {
  firm: Pick<ListedContractor, 'id' | 'name'>
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string | null) => void
}

function WebhookDetails({ firm, webhook, onEdit, onSecret }: DetailsProps) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: contractorWebhook(firm.id).queryKey })
  const test = useAction({ mutationFn: () => testWebhook(firm.id), refreshes: contractorWebhook(firm.id) })
  const renewal = useConfirmed({
    mutationFn: (id: string) => changeWebhookSecret(id),
    question: () => ({
      title: 'Make a new secret',
      text: `${firm.name} must put the new secret into its system within 24 hours. Until then messages are signed with both.`,
      confirm: 'Make new secret',
      busyText: 'Making…',
    }),
    onSuccess: async (secret) => {
      onSecret(secret)
      await refresh()
    },
  })
  const removal = useConfirmed({
    mutationFn: (id: string) => removeWebhook(id),
    question: () => ({
      title: 'Remove webhook',
      text: `${firm.name} is then told by email only. Its secret is deleted.`,
      confirm: 'Remove webhook',
      busyText: 'Removing…',
    }),
    done: 'Webhook removed',
    onSuccess: async () => {
      await refresh()
      rescueFocus()
    },
  })
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{webhook.url}</Typography>
      <Muted>Secret made {formatDate(webhook.secretMadeAt)}</Muted>
      {webhook.failingSince !== null && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          Nothing has arrived since {formatDateTime(webhook.failingSince)}. The firm still gets every email, and each
          message is tried for 72 hours.
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1, mx: -0.75 }}>
        <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button size="small" onClick={onEdit}>
          Change address
        </Button>
        <Button size="small" onClick={() => renewal.ask(firm.id)}>
          New secret
        </Button>
        <Button size="small" color="error" onClick={() => removal.ask(firm.id)}>
          Remove
        </Button>
      </Box>
      {test.isError && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageOf(test.error)}
        </Alert>
      )}
      {webhook.deliveries.length > 0 && (
        <Rows>
          {webhook.deliveries.slice(0, shownDeliveries).map((delivery) => (
            <Row key={delivery.id} title={titleOf(delivery)} detail={detailOf(delivery)}>
              <ToneChip {...chipOf(delivery)} />
            </Row>
          ))}
        </Rows>
      )}
      {renewal.dialog}
      {removal.dialog}
    </>
  )
}

const shownDeliveries = 5

const titles: Partial<Record<WebhookDelivery['kind'], string>> = {
  WEBHOOK_ACCEPTED: 'Job accepted',
  WEBHOOK_CORRECTED: 'Homeowner corrected answers',
  WEBHOOK_WITHDRAWN: 'Homeowner stopped sharing',
  WEBHOOK_ERASED: 'Homeowner erased the details',
  WEBHOOK_ESTIMATE_SENT: 'Price sent',
  WEBHOOK_ESTIMATE_REPLACED: 'Price replaced',
  WEBHOOK_ESTIMATE_CHOSEN: 'Price chosen',
  WEBHOOK_ESTIMATE_UNDONE: 'Choice of a price undone',
  WEBHOOK_ESTIMATE_AGREED: 'Price agreed',
  WEBHOOK_ESTIMATE_CANCELLED: 'Agreement cancelled',
  WEBHOOK_ESTIMATE_DECLINED: 'Price declined',
  WEBHOOK_ESTIMATE_WITHDRAWN: 'Price withdrawn',
  WEBHOOK_PING: 'Test',
}
const titleOf = ({ kind }: WebhookDelivery) => titles[kind] ?? kind

/** When, and what the firm's system answered. */
function detailOf({ sentAt, updatedAt, lastError, attemptLog, nextTryAt, state }: WebhookDelivery): string {
  const { code = null, answer = '' } = attemptLog.at(-1) ?? {}
  const answered = `Answered ${code}`
  const result = code === null ? lastError : [answered, answer !== answered && answer].filter(Boolean).join(': ')
  const again = state === 'QUEUED' && lastError !== null && nextTryAt && `next try ${formatDateTime(nextTryAt)}`
  return [formatDateTime(sentAt ?? updatedAt), result, again].filter(Boolean).join(' · ')
}

function chipOf({ state, lastError }: WebhookDelivery): ToneLabel {
  if (state === 'SENT') return { label: 'Arrived', tone: 'green' }
  if (state === 'FAILED') return { label: 'Failed', tone: 'red' }
  if (state === 'EXPIRED') return { label: 'Dropped', tone: 'slate' }
  return lastError === null ? { label: 'Sending', tone: 'blue' } : { label: 'Tried again', tone: 'amber' }
}
