import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/cache.ts'
import { commands, unread } from '#src/outbox/current-commands.ts'
import type { Command } from '#src/outbox/command.ts'
import { followProfile } from '#src/shell/follow-profile.ts'

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  commands.set(unread)
  queryClient.setQueryData(['user/info', {}], chosenElsewhere)
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const chosenElsewhere = { userInfo: { memberId: 'm1', language: 'vi' } }

/** The choices that are applied from now on. */
function followed(): readonly string[] {
  const applied: string[] = []
  followProfile<string>({
    // Those of the tests before still follow.
    name: expect.getState().currentTestName!,
    choiceOf: ({ language }) => language,
    apply: (choice) => void applied.push(choice),
  })
  return applied
}

const update = (state: Command['state']) => ({ call: 'user/update/info', state }) as Command

test('what was chosen elsewhere is applied once it is known that no choice of this device is on its way', () => {
  const applied = followed()
  expect(applied).toEqual([])
  commands.set([])
  expect(applied).toEqual(['vi'])
})

test('a choice of this device that waits to be sent is not overturned by what the server had before', () => {
  const applied = followed()
  commands.set([update('queued')])
  queryClient.setQueryData(['user/info', {}], chosenElsewhere)
  expect(applied).toEqual([])
})

test('the outbox of who signs in later is waited for as well', () => {
  const applied = followed()
  commands.set([])
  vi.advanceTimersByTime(10_000)
  commands.set(unread)
  queryClient.setQueryData(['user/info', {}], { userInfo: { memberId: 'm2', language: 'id' } })
  expect(applied).toEqual(['vi'])
  commands.set([update('queued')])
  expect(applied).toEqual(['vi'])
  commands.set([])
  expect(applied).toEqual(['vi', 'id'])
})

test('where the outbox cannot be read, as where storage is blocked, what was chosen elsewhere is applied all the same', () => {
  const applied = followed()
  vi.advanceTimersByTime(10_000)
  expect(applied).toEqual(['vi'])
})
