import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { pushChoose, updateProfile } from '#protocol/settings.ts'
import { QueueReason } from '#src/features/settings/queue-reason.tsx'
import { wasEditedLater } from '#src/outbox/edited-later.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { markupOf } from '#tests/support/markup.tsx'

const madeAt = '2026-11-20T00:00:00.000Z'
const look = { base: 'own', theme: 'dark', hue: 10, vivid: 0.5 }

const applied = (call: string, args: object, data: unknown) =>
  commandLike({ state: 'applied', call, args: { madeAt, ...args }, reply: { errno: 0, message: '', data } })

test.each([
  [
    { nickname: 'Sari ', language: 'th' },
    { nickname: 'Sari', language: 'th', country: 'id' },
  ],
  [{ nickname: null }, { nickname: null }],
  [{ look }, { look: Object.fromEntries(Object.entries(look).toReversed()) }],
  [{ avatarId: null }, { avatarUrl: null }],
  [{ firstStepsDismissed: true }, {}],
  [{ nickname: 'Sari' }, undefined],
])('an edit that the answer agrees with, or says nothing of, counts: %j', (args, data) => {
  expect(wasEditedLater(applied(updateProfile.path, args, data))).toBe(false)
})

test.each([
  [
    { nickname: 'Sari', language: 'th' },
    { nickname: 'Dewi', language: 'th' },
  ],
  [{ nickname: null }, { nickname: 'Dewi' }],
  [{ look }, { look: { ...look, hue: 11 } }],
  [{ look }, { look: null }],
  [{ avatarId: null }, { avatarUrl: '/wx/picture/1.webp' }],
])('an edit that lost to a later one of another device is told from one that counts: %j', (args, data) => {
  expect(wasEditedLater(applied(updateProfile.path, args, data))).toBe(true)
})

test('the queue says of a choice of notifications whether it counts', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const said = (isOn: boolean) => {
    const data = { categories: { income: isOn, news: true }, quiet: { isOn: false }, timeZone: 'UTC' }
    return markupOf(<QueueReason command={applied(pushChoose.path, { categories: { income: true } }, data)} />)
  }
  expect(said(true)).toContain('The server has it.')
  expect(said(false)).toContain('another device')
})
