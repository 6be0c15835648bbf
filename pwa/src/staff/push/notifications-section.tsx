import { Alert, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Section } from '../ui/section.tsx'
import { ToneChip } from '../ui/tone-chip.tsx'
import { useAction } from '../ui/use-action.ts'
import { DeviceChoice, eventLabels } from './device-choice.tsx'
import { OtherDevices } from './other-devices.tsx'
import { pushDevices, removeDevice, subscribeDevice, type PushDevice, type PushEvent } from './push.queries.ts'
import { isBlocked, ownTimeZone, pushSupport, subscribeBrowser, unsubscribe } from './this-browser.ts'

const allEvents = Object.keys(eventLabels) as PushEvent[]

/** Notifications of the person at the screen: on this device, and on which others. */
export function NotificationsSection() {
  const own = useQuery(pushDevices())
  const devices = own.data?.myPushDevices ?? []
  const current = devices.find(({ isCurrent }) => isCurrent)
  const others = devices.filter(({ isCurrent }) => !isCurrent)
  const isOn = current !== undefined
  return (
    <Section
      title="Notifications on this device"
      action={own.data && <ToneChip label={isOn ? 'On' : 'Off'} tone={isOn ? 'green' : 'slate'} />}
    >
      <QueryState query={own} loading="Loading…" rows={1} />
      {own.data && <ThisDevice vapidKey={own.data.pushKey} device={current} />}
      {others.length > 0 && <OtherDevices devices={others} />}
    </Section>
  )
}

function ThisDevice({ vapidKey, device }: { vapidKey: string | null; device: PushDevice | undefined }) {
  const support = pushSupport()
  if (vapidKey === null) {
    return <Typography>Notifications are not set up on this server. Ask whoever runs it.</Typography>
  }
  if (support === 'unsupported') return <Typography>This browser cannot show notifications.</Typography>
  if (support === 'needs-installing') return <HowToInstall />
  if (isBlocked()) {
    return (
      <Alert severity="warning">
        Your browser blocks notifications of this site. Allow them in its settings for this site, behind the icon left
        of the address, and open this again.
      </Alert>
    )
  }
  return device ? <DeviceOn device={device} /> : <DeviceOff vapidKey={vapidKey} />
}

/** What an iPhone or iPad needs before it can be notified. */
function HowToInstall() {
  return (
    <>
      <Typography>On an iPhone or iPad only an app of the Home Screen can notify you:</Typography>
      <Typography component="ol" sx={{ pl: 3, my: 1 }}>
        <li>Press the Share button of Safari, the square with the arrow.</li>
        <li>Choose “Add to Home Screen”, then “Add”.</li>
        <li>Open Kerbside from the Home Screen, sign in and turn notifications on here.</li>
      </Typography>
    </>
  )
}

function DeviceOff({ vapidKey }: { vapidKey: string }) {
  const turningOn = useAction({
    mutationFn: async () => {
      const subscription = await subscribeBrowser(vapidKey)
      return subscribeDevice({ subscription, events: allEvents, quietHours: null, timeZone: ownTimeZone() })
    },
    done: 'Notifications are on',
    refreshes: pushDevices(),
  })
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Typography>
        Hear of new leads and of what is meant for you, also while Kerbside is closed. A notification shows the job and
        the district, and no names. Logging out turns them off.
      </Typography>
      {turningOn.isError && <Alert severity="error">{messageOf(turningOn.error)}</Alert>}
      <Button variant="outlined" loading={turningOn.isPending} onClick={() => turningOn.mutate()}>
        Turn on
      </Button>
    </Stack>
  )
}

function DeviceOn({ device }: { device: PushDevice }) {
  const turningOff = useAction({
    mutationFn: async () => {
      await removeDevice(device.id)
      await unsubscribe()
    },
    done: 'Notifications are off',
    failed: true,
    refreshes: pushDevices(),
  })
  return (
    <Stack spacing={1.5}>
      {device.lastError && (
        <Alert severity="warning">The latest notification did not get through: {device.lastError}.</Alert>
      )}
      <DeviceChoice key={device.id} device={device}>
        <Button color="error" loading={turningOff.isPending} onClick={() => turningOff.mutate()}>
          Turn off
        </Button>
      </DeviceChoice>
    </Stack>
  )
}
