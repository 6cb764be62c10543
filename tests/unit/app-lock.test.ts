import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isSigned } from '#src/lib/app-lock/device-key.ts'
import { isDue, mostTries, waitAfter, waitLeft } from '#src/lib/app-lock/lock-rules.ts'
import { lockName, readLock, removeLock, writeLock } from '#src/lib/app-lock/lock-state.ts'
import { isPinOf, keyOfPin, pinRounds } from '#src/lib/app-lock/pin.ts'
import { rawSignature } from '#src/lib/app-lock/raw-signature.ts'
import { tryPin, unlock } from '#src/lib/app-lock/try-pin.ts'
import { hexOf } from '#src/lib/hex.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

let storage = syncStorageOf()
const clock = new ManualClock('2026-11-20T10:00:00.000Z')

beforeEach(() => {
  storage = syncStorageOf()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => void vi.unstubAllGlobals())

const minute = 60_000

describe('when it locks', () => {
  const open = { isLocked: false, after: 5 } as const

  test('after the minutes away that were chosen, not before', () => {
    expect(isDue(open, 5 * minute - 1)).toBe(false)
    expect(isDue(open, 5 * minute)).toBe(true)
  })

  test('a clock set back locks, and unlocks nothing', () => {
    expect(isDue(open, -1)).toBe(true)
    expect(isDue({ ...open, isLocked: true }, 0)).toBe(true)
  })

  test('a page that was just opened beside another stays open, also where it locks at once', () => {
    expect(isDue({ isLocked: false, after: 0 }, 5000)).toBe(false)
  })
})

describe('on a full disk', () => {
  const state = async (change = {}) => ({
    after: 1 as const,
    key: await keyOfPin('271828', 100),
    isLocked: true,
    seenAt: clock.now(),
    wrong: 0,
    waitUntil: 0,
    ...change,
  })

  test('a lock that is kept counts wrong tries, and opens: its text never grows', async () => {
    writeLock('ayu', await state())
    storage = syncStorageOf(storage.getItem(lockName('ayu'))!.length)
    vi.stubGlobal('localStorage', storage)
    writeLock('ayu', await state())
    for (let tries = 0; tries < 3; tries++) expect(await tryPin('ayu', '000000', clock)).toBe('wrong')
    expect(JSON.parse(storage.getItem(lockName('ayu'))!)).toMatchObject({ wrong: 3 })
    clock.advance(waitAfter(3))
    expect(await tryPin('ayu', '271828', clock)).toBe('right')
    unlock('ayu', clock)
    expect(readLock('ayu')).toMatchObject({ isLocked: false })
  })

  test('one that an earlier build kept opens for this page all the same, and stays a lock', async () => {
    const text = JSON.stringify(await state())
    storage.setItem(lockName('ayu'), text)
    const full = syncStorageOf(text.length)
    full.setItem(lockName('ayu'), text)
    vi.stubGlobal('localStorage', full)
    expect(await tryPin('ayu', '000000', clock)).toBe('wrong')
    expect(await tryPin('ayu', '271828', clock)).toBe('right')
    unlock('ayu', clock)
    expect(readLock('ayu')).toMatchObject({ isLocked: false, wrong: 0 })
    expect(full.getItem(lockName('ayu'))).toBe(text)
    removeLock('ayu')
    expect(readLock('ayu')).toBeUndefined()
  })
})

describe('a PIN', () => {
  const key = keyOfPin('271828', 100)
  const set = async () =>
    writeLock('ayu', { after: 1, key: await key, isLocked: true, seenAt: clock.now(), wrong: 0, waitUntil: 0 })

  test('is kept as a slow hash under a salt of its own', async () => {
    await set()
    const text = storage.getItem(lockName('ayu'))!
    expect(text).not.toContain('271828')
    expect(pinRounds).toBeGreaterThanOrEqual(600_000)
    const other = await keyOfPin('271828', 100)
    expect([other.salt, other.hash]).not.toContain((await key).hash)
    expect(await isPinOf(other, '271828')).toBe(true)
    expect(await isPinOf(other, '271829')).toBe(false)
  })

  test('waits longer after each wrong try, keeps that over a restart, and ends in signing in again', async () => {
    await set()
    let waits = 0
    for (let wrong = 1; wrong <= mostTries; wrong++) {
      expect(await tryPin('ayu', '000000', clock)).toBe(wrong < mostTries ? 'wrong' : 'over')
      const wait = waitAfter(wrong)
      expect(wait).toBeGreaterThanOrEqual(waitAfter(wrong - 1))
      if (wait > 0 && wrong < mostTries) {
        expect(await tryPin('ayu', '271828', clock)).toBe('waiting')
        clock.advance(wait)
        waits++
      }
    }
    expect(waits).toBe(7)
    clock.advance(24 * 60 * minute)
    expect(await tryPin('ayu', '271828', clock)).toBe('over')
    expect(readLock('ayu')?.isLocked).toBe(true)
  })

  test('a try is counted before it is looked at, and right digits start the count anew', async () => {
    await set()
    const trying = tryPin('ayu', '271828', clock)
    expect(readLock('ayu')?.wrong).toBe(1)
    expect(await trying).toBe('right')
    expect(readLock('ayu')?.wrong).toBe(0)
    unlock('ayu', clock)
    expect(readLock('ayu')).toMatchObject({ isLocked: false, seenAt: clock.now() })
  })

  test('a clock set back makes no wait longer than it was', () => {
    const lock = { wrong: 3, waitUntil: clock.now() + waitAfter(3) }
    expect(waitLeft(lock, clock.now() - 24 * 60 * minute)).toBe(waitAfter(3))
  })
})

test('a lock that can no longer be read stays shut; without one nothing is locked', async () => {
  expect(readLock('ayu')).toBeUndefined()
  storage.setItem(lockName('ayu'), '{"after":')
  expect(readLock('ayu')?.isLocked).toBe(true)
  expect(await tryPin('ayu', '000000', clock)).toBe('over')
  removeLock('ayu')
  expect(readLock('ayu')).toBeUndefined()
})

describe("the device's own key", () => {
  const text = new TextEncoder()
  const challenge = new Uint8Array(32).fill(7)

  async function signed(flags: number, asked = challenge) {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const answered = Buffer.from(asked).toString('base64url')
    const client = text.encode(JSON.stringify({ type: 'webauthn.get', challenge: answered }))
    const authenticator = new Uint8Array(37)
    authenticator[32] = flags
    const clientHash = new Uint8Array(await crypto.subtle.digest('SHA-256', client))
    const bytes = new Uint8Array([...authenticator, ...clientHash])
    const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes))
    const key = {
      kind: 'device' as const,
      credentialId: '00',
      publicKey: hexOf(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))),
      algorithm: -7,
    }
    return { key, given: { client, authenticator, signature: der(raw) } }
  }

  test('opens with what it signed after verifying the person', async () => {
    for (let round = 0; round < 4; round++) {
      const { key, given } = await signed(0x05)
      expect(await isSigned(key, challenge, given)).toBe(true)
    }
  })

  test('opens with nothing else: no verification, another question, another key', async () => {
    const unverified = await signed(0x01)
    expect(await isSigned(unverified.key, challenge, unverified.given)).toBe(false)
    const replayed = await signed(0x05, new Uint8Array(32))
    expect(await isSigned(replayed.key, challenge, replayed.given)).toBe(false)
    const [mine, theirs] = [await signed(0x05), await signed(0x05)]
    expect(await isSigned(mine.key, challenge, theirs.given)).toBe(false)
  })

  test('short and long integers of a signature become 32 bytes each', () => {
    const raw = new Uint8Array(64).map((_, at) => (at < 30 ? 0 : 255 - at))
    expect(rawSignature(der(raw))).toEqual(raw)
  })

  /** As authenticators write it: the shortest bytes of each number, never read as negative. */
  function der(raw: Uint8Array): Uint8Array<ArrayBuffer> {
    const integers = [raw.slice(0, 32), raw.slice(32)].flatMap((part) => {
      const from = part.findIndex((it) => it !== 0)
      const shortest = Array.from(part.slice(from === -1 ? 31 : from))
      const digits = shortest[0]! > 127 ? [0, ...shortest] : shortest
      return [2, digits.length, ...digits]
    })
    return new Uint8Array([0x30, integers.length, ...integers])
  }
})
