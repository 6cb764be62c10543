import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NotCharged } from '#src/entities/not-charged.tsx'
import { errorOf, ownReply } from '#src/outbox/own-replies.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('what the server was never asked says that nothing was charged', () => {
  for (const error of [new ApiError('network', ''), errorOf(ownReply('notArrived'))])
    expect(markupOf(<NotCharged error={error} />)).toContain('You weren&#x27;t charged.')
})

test("the server's own sentence stands alone, and what another tab does may be charged", () => {
  const said = new ApiError('rejected', 'Not enough.', { errno: errors.balance_insufficient.errno })
  for (const error of [said, errorOf(ownReply('underWay'))])
    expect(markupOf(<NotCharged error={error} />)).not.toContain('charged')
})
