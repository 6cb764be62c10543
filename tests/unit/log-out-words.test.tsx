import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { LogOutWords } from '#src/features/settings/log-out-words.tsx'
import { waitingCounts } from '#src/features/settings/waiting-counts.ts'
import type { Command } from '#src/outbox/command.ts'
import { commandLike } from '../support/command-like.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const withdrawal = commandLike({ delivery: 'foreground', lane: undefined, call: 'order/withdraw', state: 'unknown' })

test('only what was not sent is promised to be sent', () => {
  for (const state of ['queued', 'inflight', 'awaitingSignIn', 'needsUpdate'] as const) {
    expect(waitingCounts([commandLike({ state })])).toEqual({ unsent: 1, unanswered: 0, attention: 0 })
    expect(words([commandLike({ state })])).toMatch(/^1 saved action hasn't been sent yet\. .* is sent when you log in/)
  }
})

test('what was sent without an answer is asked for, and never sent again', () => {
  for (const state of ['unknown', 'queued', 'inflight'] as const) {
    expect(waitingCounts([{ ...withdrawal, state }])).toEqual({ unsent: 0, unanswered: 1, attention: 0 })
    expect(words([{ ...withdrawal, state }])).toMatch(/^1 action has no answer yet\. It isn't sent again: we ask/)
  }
})

test('what needs the member is neither', () => {
  for (const state of ['rejected', 'conflict', 'quarantined', 'lost'] as const) {
    expect(waitingCounts([commandLike({ state })])).toEqual({ unsent: 0, unanswered: 0, attention: 1 })
    expect(words([commandLike({ state })])).toMatch(/^1 action needs your attention\./)
  }
})

test('all three are told where there are all three, and nothing waits where all is over', () => {
  expect(words([commandLike(), withdrawal, commandLike({ state: 'conflict' })])).toMatch(
    /^1 saved .*1 action has.*needs/,
  )
  const over = [commandLike({ state: 'applied' }), commandLike({ state: 'rejected', isSeen: true })]
  expect(words(over)).toBe('Nothing is waiting to be sent. Pages saved here are removed.')
})

function words(commands: readonly Command[]): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <LogOutWords {...waitingCounts(commands)} />
    </I18nProvider>,
  )
    .replaceAll('&#x27;', "'")
    .replaceAll(/<[^>]+>/g, '')
}
