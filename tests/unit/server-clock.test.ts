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
  hearServerTime(date, server, { now: () => server })
  expect([kept.size, keptAhead()]).toEqual([0, [0, 0]])
  for (const off of [hour, -24 * hour]) {
    hearServerTime(date, server + off, { now: () => server + off })
    expect(keptAhead()).toEqual([500 - off, server + off])
  }
  hearServerTime(date, server, { now: () => server })
  expect(keptAhead()).toEqual([0, server])
  vi.stubGlobal('localStorage', { getItem: () => 'soon' })
  expect(keptAhead()).toEqual([0, 0])
})

test('an answer that confirms the difference renews when it was heard', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  for (const later of [0, 20 * hour, 40 * hour])
    hearServerTime(new Date(server + later).toUTCString(), server + hour + later, { now: () => server + hour + later })
  expect(keptAhead()).toEqual([500 - hour, server + 41 * hour])
  expect(serverNow({ now: () => server + 42 * hour })).toBe(server + 41 * hour + 500)
})

test('a difference does not outlive the correction of the clock', () => {
  for (const off of [hour, -48 * hour]) {
    hearServerTime(date, server + off, { now: () => server + off })
    expect(serverNow({ now: () => server })).toBe(server)
    hearServerTime(date, server, { now: () => server })
    expect(serverNow({ now: () => server + off + hour })).toBe(server + off + hour)
  }
})

test.each([
  ['counts from the first moment', `${hour} ${server - hour}`, hour],
  ['counts for a day', `${hour} ${server - 24 * hour}`, hour],
  ['counts no longer', `${hour} ${server - 25 * hour}`, 0],
  ['does not count where the clock was set back since', `${hour} ${server}`, 0],
  ['does not count where it is not known when it was heard', String(hour), 0],
])('the difference of an earlier start %s', async (_, kept, ahead) => {
  vi.stubGlobal('localStorage', { getItem: () => kept })
  vi.resetModules()
  await import('#src/api/server-time.ts')
  const anew = await import('#src/lib/server-clock.ts')
  expect(anew.serverNow({ now: () => server - hour })).toBe(server - hour + ahead)
})
