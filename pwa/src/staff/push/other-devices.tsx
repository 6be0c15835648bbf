import { Box, Button, Typography } from '@mui/material'
import { Row, Rows } from '../ui/section.tsx'
import { formatAgo, formatDate } from '../ui/times.ts'
import { useAction } from '../ui/use-action.ts'
import { pushDevices, removeDevice, type PushDevice } from './push.queries.ts'

const nameOf = ({ device }: PushDevice) => device ?? 'Unknown device'

function detailOf({ createdAt, lastUsedAt, lastError }: PushDevice): string {
  const used = lastUsedAt === null ? 'Not notified yet' : `Last notified ${formatAgo(lastUsedAt)}`
  return [`Since ${formatDate(createdAt)}`, used, lastError && `Not reached: ${lastError}`].filter(Boolean).join(' · ')
}

/** One's other devices that are notified, each with the way to end that. */
export function OtherDevices({ devices }: { devices: readonly PushDevice[] }) {
  const removing = useAction({
    mutationFn: ({ id }: PushDevice) => removeDevice(id),
    done: (_answer, device) => `No more notifications on ${nameOf(device)}`,
    failed: true,
    refreshes: pushDevices(),
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
