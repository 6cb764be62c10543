import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetInviteCode, savedInviteCode, saveInviteCode } from '#src/features/auth/invite-code.ts'

const day = 86_400_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T06:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the code of the last link is there for 30 days, and then gone', () => {
  expect(savedInviteCode()).toBeUndefined()
  saveInviteCode('AAAA1111')
  saveInviteCode('22222E22')
  vi.setSystemTime(Date.now() + 30 * day - 1)
  expect(savedInviteCode()).toBe('22222E22')
  vi.setSystemTime(Date.now() + 1)
  expect(savedInviteCode()).toBeUndefined()
  expect(localStorage.getItem('voltfolio-invite-code')).toBeNull()
})

test('one that was registered with is forgotten', () => {
  saveInviteCode('AAAA1111')
  forgetInviteCode()
  expect(savedInviteCode()).toBeUndefined()
})

test('where storage is blocked there is none', () => {
  vi.stubGlobal('localStorage', undefined)
  saveInviteCode('AAAA1111')
  expect(savedInviteCode()).toBeUndefined()
  forgetInviteCode()
})
