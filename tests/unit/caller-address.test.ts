import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { callerAddress } from '#server/http/address.ts'

describe('who calls', () => {
  test.each([
    // Without a proxy of ours nothing that the caller writes counts.
    ['1.1.1.1', '9.9.9.9', 0, '9.9.9.9'],
    [undefined, '9.9.9.9', 1, '9.9.9.9'],
    // One proxy: what it heard is the last entry, however many the caller wrote before.
    ['2.2.2.2', '127.0.0.1', 1, '2.2.2.2'],
    ['1.1.1.1, 2.2.2.2', '127.0.0.1', 1, '2.2.2.2'],
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', '127.0.0.1', 2, '2.2.2.2'],
    ['2.2.2.2', '127.0.0.1', 2, '2.2.2.2'],
    // No address at all, and a very long one.
    ['nonsense', '9.9.9.9', 1, '9.9.9.9'],
    ['x'.repeat(100_000), '9.9.9.9', 1, '9.9.9.9'],
    ['', '9.9.9.9', 1, '9.9.9.9'],
    [undefined, undefined, 1, 'unknown'],
    // One line has a whole /64 of IPv6.
    ['2001:db8:1:2:3:4:5:6', '::1', 1, '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::99', '::1', 1, '2001:db8:1:2::/64'],
    ['[2001:db8::1]:443', '::1', 1, '2001:db8:0:0::/64'],
    ['::ffff:2.2.2.2', '::1', 1, '2.2.2.2'],
    [undefined, 'fe80::1%eth0', 0, 'fe80:0:0:0::/64'],
    [undefined, '::1', 0, '0:0:0:0::/64'],
  ])('%j heard by %j behind %i proxies is %s', (forwarded, remote, hops, who) => {
    expect(callerAddress(forwarded, remote, hops)).toBe(who)
  })

  test('TRUST_PROXY is a number of proxies', () => {
    expect(readConfig({}).trustedProxies).toBe(0)
    expect(readConfig({ TRUST_PROXY: '1' }).trustedProxies).toBe(1)
    expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toBe(2)
    for (const TRUST_PROXY of ['yes', '-1', '1.5', '11'])
      expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY')
  })
})
