import { i18n } from '@lingui/core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PushCard } from '#src/features/rewards/push-card.tsx'
import { declinePush } from '#src/features/rewards/push-declined.ts'
import { markupOf } from '#tests/support/markup.tsx'

const push = vi.hoisted(() => ({ state: 'off' }))
vi.mock('#src/outbox/use-push.ts', () => ({ usePush: () => ({ ...push, isBusy: false }) }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => vi.unstubAllGlobals())

function device() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
}

test.each([
  ['off', 'Not now'],
  ['needsInstall', 'Not now'],
  ['denied', 'Dismiss'],
])('notifications that are %s are offered until "%s"', (state, no) => {
  device()
  push.state = state
  expect(markupOf(<PushCard />)).toContain(no)
  declinePush()
  expect(markupOf(<PushCard />)).toBe('')
})

test('who was never asked is not told that they refused', () => {
  device()
  push.state = 'denied'
  const markup = markupOf(<PushCard />)
  expect(markup).toContain('This browser blocks notifications for this site.')
  expect(markup).toContain('Dismiss')
})

test('where a no could not be saved nobody is asked', () => {
  vi.stubGlobal('localStorage', undefined)
  push.state = 'off'
  expect(markupOf(<PushCard />)).toBe('')
  declinePush()
})
