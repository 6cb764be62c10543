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
  expect(words([saved])).toBe('Offline. What is saved here is sent by itself as soon as the server answers.')
})

test('what was sent without an answer is never promised to be sent', () => {
  for (const command of [lost, { ...lost, state: 'inflight' as const }]) {
    expect(words([command])).toMatch(/asked what became of .* Nothing is sent again/)
    expect(words([command])).not.toContain('is sent by itself')
  }
})

test('where both wait, both are told', () => {
  expect(words([lost, saved])).toMatch(/what is saved here is sent, and the server is asked/)
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
  )
}
