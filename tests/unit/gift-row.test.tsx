import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { GiftRow } from '#src/features/rewards/gift-row.tsx'
import type { Command } from '#src/outbox/command.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const textOf = (state: Command['state'], reply: Command['reply']) =>
  markupOf(<GiftRow command={commandLike({ call: 'redeemCodeRule/use', args: { code: 'ABCD' }, state, reply })} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")

test('a code that a restored server has lost is not called wrong, and can be sent again', () => {
  const text = textOf('lost', { errno: 0, message: '', http: 200 })
  expect(text).toContain('It was confirmed, but the server was restored')
  expect(text).toContain('Send again')
  expect(text).not.toContain("wasn't accepted")
})

test('a code that was refused says why, and is not sent again by itself', () => {
  const text = textOf('rejected', { errno: 1708, message: 'No such code.', http: 200 })
  expect(text).toContain('No such code.')
  expect(text).not.toContain('Send again')
})
