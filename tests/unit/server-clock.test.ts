import { afterEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { get } from '#protocol/call.ts'
import { createClient } from '#src/api/client.ts'
import { hearServerTime, keptAhead } from '#src/api/server-time.ts'
import { systemClock } from '#src/lib/clock.ts'
import { onThisClock, serverNow } from '#src/lib/server-clock.ts'
import { fakeTransport, ours } from '#tests/support/fake-transport.ts'

const server = Date.parse('2026-11-29T10:00:00Z')
const date = new Date(server).toUTCString()
const hour = 3_600_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  hearServerTime(date, server + 500, { now: () => server + 500 })
})

test("what the server ends is judged by its clock, however wrong the device's is", async () => {
  for (const off of [hour, -24 * hour]) {
    vi.useFakeTimers({ now: server + off, toFake: ['Date'] })
    const { transport } = fakeTransport(() => ours({}, { headers: { date } }))
    const call = get('thing', { who: 'anyone', args: v.object({}), answer: v.object({}) })
    await createClient({ ...transport, clock: systemClock }).callApi(call, {})
    expect(Math.abs(serverNow() - server)).toBeLessThanOrEqual(500)
    expect(Math.abs(onThisClock(server + hour) - (server + off + hour))).toBeLessThanOrEqual(500)
    vi.useRealTimers()
  }
})

test('a difference that the way there and back may explain is none', () => {
  vi.useFakeTimers({ now: server + 4000, toFake: ['Date'] })
  hearServerTime(date, server - 4000, systemClock)
  expect(serverNow()).toBe(server + 4000)
})

test('an answer without a time, or with none that can be read, changes nothing', () => {
  vi.useFakeTimers({ now: server + hour, toFake: ['Date'] })
  hearServerTime(date, server + hour, systemClock)
  for (const none of [null, 'soon']) hearServerTime(none, server + hour, systemClock)
  expect(serverNow()).toBe(server + 500)
})

test('a known difference does not change with every answer', () => {
  vi.useFakeTimers({ now: server + hour, toFake: ['Date'] })
  hearServerTime(date, server + hour, systemClock)
  vi.setSystemTime(server + hour + 900)
  hearServerTime(date, server + hour + 900, systemClock)
  expect(serverNow()).toBe(server + 1400)
})

test('the last difference is kept for a start without a network, until none is heard', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  expect(keptAhead()).toBe(0)
  for (const off of [hour, -24 * hour]) {
    hearServerTime(date, server + off, { now: () => server + off })
    expect(keptAhead()).toBe(500 - off)
  }
  hearServerTime(date, server, { now: () => server })
  expect(keptAhead()).toBe(0)
  vi.stubGlobal('localStorage', { getItem: () => 'soon' })
  expect(keptAhead()).toBe(0)
})

test('the difference of an earlier start counts from the first moment', async () => {
  vi.stubGlobal('localStorage', { getItem: () => String(hour) })
  vi.resetModules()
  await import('#src/api/server-time.ts')
  const anew = await import('#src/lib/server-clock.ts')
  expect(anew.serverNow({ now: () => server - hour })).toBe(server)
})
