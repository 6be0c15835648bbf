import { Box, Button, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { Row, Rows } from '../ui/section.tsx'
import { formatAgo, formatDate } from '../ui/times.ts'
import { useToast } from '../ui/toasts.tsx'
import { pushDevices, removeDevice, type PushDevice } from './push.queries.ts'

const nameOf = ({ device }: PushDevice) => device ?? 'Unknown device'

function detailOf({ createdAt, lastUsedAt, lastError }: PushDevice): string {
  const used = lastUsedAt === null ? 'Not notified yet' : `Last notified ${formatAgo(lastUsedAt)}`
  return [`Since ${formatDate(createdAt)}`, used, lastError && `Not reached: ${lastError}`].filter(Boolean).join(' · ')
}

/** One's other devices that are notified, each with the way to end that. */
export function OtherDevices({ devices }: { devices: readonly PushDevice[] }) {
  const client = useQueryClient()
  const toast = useToast()
  const removing = useMutation({
    mutationFn: ({ id }: PushDevice) => removeDevice(id),
    onSuccess: (_answer, device) => toast.success(`No more notifications on ${nameOf(device)}`),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => client.invalidateQueries(pushDevices()),
  })
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3">Your other devices</Typography>
      <Rows>
        {devices.map((device) => (
          <Row key={device.id} title={nameOf(device)} detail={detailOf(device)}>
            <Button
              size="small"
              color="error"
              aria-label={`Remove notifications on ${nameOf(device)}`}
              disabled={removing.isPending}
              onClick={() => removing.mutate(device)}
            >
              Remove
            </Button>
          </Row>
        ))}
      </Rows>
    </Box>
  )
}
