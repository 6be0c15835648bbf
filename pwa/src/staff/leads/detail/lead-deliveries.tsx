import { useQuery } from '@tanstack/react-query'
import { Alert, Box, Button, Typography } from '@mui/material'
import { messageOf } from '../../../api/api-error.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { ToneChip } from '../../ui/tone-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { outages } from '../outages.tsx'
import { retryDelivery, type LeadDelivery, type LeadDetail } from '../lead.queries.ts'
import { leadKeys } from '../leads.queries.ts'
import { DeliveryHistory } from './delivery-history.tsx'
import { deliveryChip, deliveryDetail, deliveryPurpose } from './delivery-labels.ts'

const isFailed = ({ state }: LeadDelivery) => state === 'FAILED' || state === 'BOUNCED'

/** Failed emails come first: they are sent only if somebody presses Resend. */
const failedFirst = (a: LeadDelivery, b: LeadDelivery) => Number(isFailed(b)) - Number(isFailed(a))

export function LeadDeliveries({ lead }: { lead: LeadDetail }) {
  const failed = lead.deliveries.filter(isFailed).length
  return (
    <Section title="Emails" action={failed > 0 && <ToneChip tone="red" label={`${failed} failed`} />}>
      {lead.deliveries.some(({ bounce }) => bounce?.pauses) && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          Emails to the homeowner come back, so none are sent. Call them. Resend tries the address again.
        </Alert>
      )}
      {lead.deliveries.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>No email has been written yet.</Typography>
      ) : (
        <Rows>
          {lead.deliveries.toSorted(failedFirst).map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} lead={lead} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

const isWebhook = ({ kind }: LeadDelivery) => kind.startsWith('WEBHOOK')

/**
 * An offer whose email was rejected is closed, and the next firm has its place. A firm may have lost a webhook that
 * arrived, and knows it by its id.
 */
const canSendAgain = (delivery: LeadDelivery) =>
  isFailed(delivery)
    ? !(delivery.kind === 'OFFER' && (delivery.refused || delivery.bounce?.hard))
    : isWebhook(delivery) && delivery.state === 'SENT'

function DeliveryRow({ delivery, lead }: { delivery: LeadDelivery; lead: LeadDetail }) {
  const purpose = deliveryPurpose(delivery, lead)
  const resend = useAction({
    mutationFn: () => retryDelivery(delivery.id),
    done: `The ${isWebhook(delivery) ? 'message' : 'email'} is on its way again`,
    refreshes: { queryKey: leadKeys.all },
  })
  const outage = useQuery(outages()).data?.mailOutage ?? null
  const hasFailed = isFailed(delivery)
  const canResend = canSendAgain(delivery)
  const detail = (
    <>
      <Box sx={{ color: hasFailed ? 'error.main' : 'inherit' }}>{deliveryDetail(delivery, outage)}</Box>
      {resend.isError && (
        <Box component="span" role="alert" sx={{ color: 'error.main', display: 'block' }}>
          {messageOf(resend.error)}
        </Box>
      )}
      <DeliveryHistory delivery={delivery} purpose={purpose} />
    </>
  )
  return (
    <Row title={purpose} detail={detail}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexShrink: 0 }}>
        <ToneChip {...deliveryChip(delivery)} />
        {canResend && (
          <Button
            size="small"
            variant="outlined"
            loading={resend.isPending}
            aria-label={`Resend: ${purpose}`}
            onClick={() => resend.mutate()}
          >
            Resend
          </Button>
        )}
      </Box>
    </Row>
  )
}
