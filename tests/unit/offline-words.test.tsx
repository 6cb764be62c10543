import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { OfflineWords } from '#src/features/settings/offline-words.tsx'
import type { Command } from '#src/outbox/command.ts'
import { commandLike } from '../support/command-like.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const saved = commandLike()
const lost = commandLike({ delivery: 'foreground', lane: undefined, call: 'order/withdraw', state: 'unknown' })

test('what is saved is sent by itself', () => {
  expect(words([saved])).toBe("You're offline. What's saved here is sent automatically as soon as the server answers.")
})

test('what was sent without an answer is never promised to be sent', () => {
  for (const command of [lost, { ...lost, state: 'inflight' as const }]) {
    expect(words([command])).toMatch(/ask what happened to anything .* Nothing is sent again/)
    expect(words([command])).not.toContain('is sent automatically')
  }
})

test('where both wait, both are told', () => {
  expect(words([lost, saved])).toMatch(/we send what's saved here and ask what happened/)
})

test('what is over, or waits for the member, is not promised to be sent', () => {
  for (const state of ['applied', 'rejected', 'conflict', 'quarantined', 'awaitingSignIn', 'needsUpdate'] as const)
    expect(words([commandLike({ state })])).not.toContain('is sent')
})

function words(commands: readonly Command[]): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <OfflineWords commands={commands} />
    </I18nProvider>,
  ).replaceAll('&#x27;', "'")
}
