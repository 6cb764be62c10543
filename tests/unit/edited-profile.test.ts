import { expect, test } from 'vitest'
import { editedName } from '#src/outbox/edited-profile.ts'
import { commandLike } from '#tests/support/command-like.ts'

const said = {
  memberId: '00000000-0000-4000-8000-000000000001',
  phoneMasked: '+62812****0001',
  nickname: 'Server',
  avatarUrl: null,
  country: 'id',
  currency: 'USD',
  language: 'en',
  look: null,
  timeZone: 'Asia/Jakarta',
  invitationCode: 'DEMO2026',
  level: 1,
  growth: 0,
  joinedAt: '2026-11-01T00:00:00.000Z',
  hasTransactionPassword: false,
}
const edit = (args: Record<string, unknown>, more: object = {}) =>
  commandLike({ call: 'user/update/info', args, state: 'queued', ...more })

test('a name is as the server says until it was edited here', () => {
  expect(editedName(said, 100, [])).toEqual({ nickname: 'Server', pending: undefined })
  expect(editedName(said, 100, [edit({ nickname: 'Mine' })])).toMatchObject({
    nickname: 'Mine',
    pending: { state: 'queued' },
  })
  expect(editedName(said, 100, [edit({ nickname: null })]).nickname).toBeNull()
  expect(editedName(said, 100, [edit({ language: 'id' })])).toMatchObject({
    nickname: 'Server',
    pending: { state: 'queued' },
  })
  expect(
    editedName(said, 100, [commandLike({ call: 'push/choose', args: { nickname: 'None' }, state: 'queued' })]),
  ).toEqual({ nickname: 'Server', pending: undefined })
})

test("an edit that was confirmed counts until the server's word is younger, one that was refused does not", () => {
  expect(editedName(said, 100, [edit({ nickname: 'Mine' }, { state: 'applied', settledAt: 101 })])).toEqual({
    nickname: 'Mine',
    pending: undefined,
  })
  expect(editedName(said, 102, [edit({ nickname: 'Mine' }, { state: 'applied', settledAt: 101 })]).nickname).toBe(
    'Server',
  )
  expect(editedName(said, 100, [edit({ nickname: 'Mine' }, { state: 'rejected' })])).toMatchObject({
    nickname: 'Server',
    pending: { state: 'rejected' },
  })
})
