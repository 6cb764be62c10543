import { expect, test } from 'vitest'
import { updateProfile, uploadAvatar } from '#protocol/settings.ts'
import { avatarChange } from '#src/outbox/pending-avatar.ts'
import { commandLike } from '#tests/support/command-like.ts'

test('the last change of the picture is the one that was made last, however the clock was set in between', () => {
  const chosen = commandLike({ id: 'a', seq: 1, call: uploadAvatar.path, madeAt: '2026-11-20T10:00:00.000Z' })
  const deleted = commandLike({
    id: 'b',
    seq: 2,
    call: updateProfile.path,
    args: { avatarId: null },
    madeAt: '2026-11-20T09:00:00.000Z',
  })
  expect(avatarChange([deleted, chosen], 0)).toEqual({ change: deleted, pending: deleted })
})
