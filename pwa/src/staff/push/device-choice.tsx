import { Alert, Button, Checkbox, FormControlLabel, FormGroup, Stack, TextField } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../ui/use-action.ts'
import { pushDevices, sendTestPush, updateDevice, type PushDevice, type PushEvent } from './push.queries.ts'
import { ownTimeZone } from './this-browser.ts'

export const eventLabels: Record<PushEvent, string> = {
  NEW_LEAD: 'A new lead has come in',
  ASSIGNMENT: 'A lead is given to me',
  MENTION: 'A colleague mentions me',
  PROMISE_WARNING: 'An answer is nearly due',
}

const usualQuietHours = { from: '22:00', to: '07:00' }

type DeviceChoiceProps = { device: PushDevice; children: ReactNode }

/** What this device is notified of, and when not. `children` stand beside the buttons. */
export function DeviceChoice({ device, children }: DeviceChoiceProps) {
  const [events, setEvents] = useState(device.events)
  const [isQuiet, setIsQuiet] = useState(device.quietHours !== null)
  const [hours, setHours] = useState(device.quietHours ?? usualQuietHours)
  const quietHours = isQuiet ? hours : null
  const saving = useAction({
    mutationFn: () => updateDevice({ id: device.id, events, quietHours, timeZone: ownTimeZone() }),
    done: 'Notifications saved',
    refreshes: pushDevices(),
  })
  const testing = useAction({
    mutationFn: () => sendTestPush(device.id),
    done: 'A test is on its way',
    failed: true,
  })
  const toggle = (event: PushEvent, isChosen: boolean) =>
    setEvents((before) => (isChosen ? [...before, event] : before.filter((each) => each !== event)))
  return (
    <>
      <FormGroup aria-label="Notify me when">
        {(Object.keys(eventLabels) as PushEvent[]).map((event) => (
          <FormControlLabel
            key={event}
            label={eventLabels[event]}
            control={
              <Checkbox
                size="small"
                checked={events.includes(event)}
                onChange={(_change, isChosen) => toggle(event, isChosen)}
              />
            }
          />
        ))}
        <FormControlLabel
          label="Quiet hours, when notifications wait"
          control={<Checkbox size="small" checked={isQuiet} onChange={(_change, chosen) => setIsQuiet(chosen)} />}
        />
      </FormGroup>
      {isQuiet && (
        <Stack direction="row" spacing={1}>
          <TimeField label="From" value={hours.from} onChange={(from) => setHours({ ...hours, from })} />
          <TimeField label="To" value={hours.to} onChange={(to) => setHours({ ...hours, to })} />
        </Stack>
      )}
      {saving.isError && <Alert severity="error">{messageOf(saving.error)}</Alert>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" loading={saving.isPending} onClick={() => saving.mutate()}>
          Save
        </Button>
        <Button loading={testing.isPending} onClick={() => testing.mutate()}>
          Send a test
        </Button>
        {children}
      </Stack>
    </>
  )
}

type TimeFieldProps = { label: string; value: string; onChange: (value: string) => void }

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      type="time"
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
