import { isLoopback } from '@kerbside/schema/operation/metrics'
import { expect, test } from 'vitest'
import { clientAddress, networkOf } from './client-address.ts'

test.each([
  ['no proxy is trusted: only the peer counts', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
  ['one proxy: what it saw', '10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
  ['one proxy: what a client made up stands further left', '10.0.0.1', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
  ['two proxies', '10.0.0.2', '1.1.1.1, 198.51.100.1, 10.0.0.1', 2, '198.51.100.1'],
  ['fewer entries than proxies', '10.0.0.2', '198.51.100.1', 3, '198.51.100.1'],
  ['a trusted proxy that sent nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['IPv4 in IPv6 dress', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
  ['a proxy that writes the port', '10.0.0.1', '203.0.113.6:1000', 1, '203.0.113.6'],
  ['IPv6 with a port', '10.0.0.1', '[2001:db8::7]:4711', 1, '2001:db8::7'],
  ['IPv6 in brackets alone', '10.0.0.1', '[2001:DB8:0::7]', 1, '2001:db8::7'],
  ['IPv4 in IPv6 dress with a port', '10.0.0.1', '[::ffff:203.0.113.6]:9', 1, '203.0.113.6'],
  ['IPv4 in IPv6 dress, in hexadecimal', '10.0.0.1', '::ffff:cb00:7106', 1, '203.0.113.6'],
  ['no peer at all', undefined, undefined, 0, 'unknown'],
])('%s', (_name, peer, forwarded, trusted, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected)
})

test('an IPv6 subscriber is one, an IPv4 address stays itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
})

test('loopback is what comes from this machine', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true])
  expect(['10.0.0.1', '128.0.0.1', undefined, '::2'].map(isLoopback)).toEqual([false, false, false, false])
})
