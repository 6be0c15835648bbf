import { expect, test } from 'vitest'
import { pushSupport } from './this-browser.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
const able = { PushManager: {}, Notification: {} }
const browser = (userAgent: string, platform = '', maxTouchPoints = 0) => ({
  navigator: { userAgent, platform, maxTouchPoints },
  serviceWorkers: {},
})

test.each([
  ['Chrome', { ...browser('Chrome/120'), ...able }, 'supported'],
  ['an iPhone whose app is on the Home Screen', { ...browser(iphone, 'iPhone', 5), ...able }, 'supported'],
  ['an iPhone in Safari', browser(iphone, 'iPhone', 5), 'needs-installing'],
  ['an iPad, which says that it is a Mac', browser(mac, 'MacIntel', 5), 'needs-installing'],
  ['a Mac without notifications', browser(mac, 'MacIntel'), 'unsupported'],
  ['a page without TLS', { ...browser('Chrome/120'), ...able, serviceWorkers: undefined }, 'unsupported'],
])('%s', (_name, scope, expected) => {
  expect(pushSupport(scope)).toBe(expected)
})
