import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { ReceiptLine } from '#src/entities/receipt-line.tsx'
import { QueueActions } from '#src/features/settings/queue-actions.tsx'
import { QueueReason } from '#src/features/settings/queue-reason.tsx'
import { ApiError } from '#src/api/api-error.ts'
import { commandOf, rowOf, type Command, type Reply, type Why } from '#src/outbox/command.ts'
import { failed } from '#src/outbox/outcome.ts'
import { transition } from '#src/outbox/transition.ts'
import { errorOf, ownReply } from '#src/outbox/own-replies.ts'
import { shownState } from '#src/outbox/shown.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { markupOf } from '#tests/support/markup.tsx'

// As the app writes in Britain: the locale has a country, which the language of a reply hasn't.
beforeAll(() => i18n.loadAndActivate({ locale: 'en-GB', messages: {} }))

const textOf = (it: Parameters<typeof markupOf>[0]) =>
  markupOf(it)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
const queued = (state: Command['state'], reply: Reply) =>
  textOf(<QueueReason command={commandLike({ state, reply })} />)
const received = (reply: Reply | undefined) =>
  textOf(
    <ReceiptLine
      stands="rejected"
      action={null}
      pending={undefined}
      reply={reply}
      onDismiss={() => {}}
      receivedAt={null}
    />,
  )

test('the queue says the number of a failed status behind the sentence, and none of a rule that says no', () => {
  expect(queued('quarantined', { errno: 1901, http: 501, message: 'Not supported.' })).toBe('Not supported. (HTTP 501)')
  expect(queued('rejected', { errno: 403, http: 403, message: 'Not allowed.' })).toBe('Not allowed. (HTTP 403)')
  expect(queued('rejected', { errno: 1707, http: 200, message: 'Done today.' })).toBe('Done today.')
})

test('so it does for a row of a version that kept no number, and where there are no words', () => {
  expect(queued('rejected', { errno: 403, message: 'Not allowed.' })).toBe('Not allowed.')
  expect(queued('rejected', { errno: 413, http: 413, message: '' })).toBe("The server didn't accept it. (HTTP 413)")
})

test('what waits because of a failed status says its number, to which the state table keeps', () => {
  const failure = new ApiError('rejected', '', { errno: 1503, http: 503 })
  const command = commandLike({ state: 'inflight', attempt: 1, lease: { owner: 'me', until: 9 } })
  const event = failed(command, failure, { owner: 'me', now: 0, random: () => 0, appCode: 1 })
  const waiting = commandOf(rowOf(transition(command, event)!))
  expect(textOf(<QueueReason command={waiting!} />)).toContain('The server has a problem. (HTTP 503)')
})

test('the line of a payment or reward says it too', () => {
  expect(received({ errno: 403, http: 403, message: 'Not allowed.' })).toContain('Not allowed. (HTTP 403)')
  expect(received(undefined)).toContain("It couldn't be sent.")
})

test('a sentence in the language of before stands behind words of now, marked as what it is', () => {
  const reply = { errno: 1707, message: 'Sudah selesai.' }
  expect(queued('rejected', { ...reply, language: 'id' })).toBe("The server didn't accept it. Sudah selesai.")
  expect(
    markupOf(<QueueReason command={commandLike({ state: 'rejected', reply: { ...reply, language: 'id' } })} />),
  ).toContain('<bdi lang="id">Sudah selesai.</bdi>')
  // A row of an earlier version doesn't say.
  for (const language of ['en', undefined]) expect(queued('rejected', { ...reply, language })).toBe('Sudah selesai.')
})

test('what was given up unsent is not called refused, and there is nothing to ask support about', () => {
  const lost = commandLike({ state: 'rejected', reply: ownReply('notArrived') })
  expect(shownState(lost)).toBe('notSent')
  expect(shownState(commandLike({ state: 'rejected', reply: { errno: 1707, message: '' } }))).toBe('rejected')
  expect(queued('rejected', ownReply('dependencyFailed'))).toBe("What it depended on wasn't done.")
  expect(textOf(<QueueActions command={lost} />)).toBe('Dismiss')
})

test('what was sent can be taken back only where its feature is switched off', () => {
  const actions = (why: Why) =>
    textOf(<QueueActions command={commandLike({ attempt: 1, waiting: { until: 0, why } })} />)
  expect([actions('switchedOff'), actions('network')]).toEqual([expect.stringContaining('Undo'), 'Try now'])
})

test('a stored rejection that a form shows again still has its status', () => {
  expect(errorOf({ errno: 403, http: 403, message: 'Not allowed.' })).toMatchObject({ kind: 'rejected', http: 403 })
  expect(errorOf({ errno: 1707, message: 'Done today.' })).toMatchObject({ http: 200 })
})
