import { expect, test } from 'vitest'
import type { Message } from '#protocol/messages.ts'
import { linesOf } from '#src/features/messages/message-groups.ts'

const message = (id: string, kind: string): Message => ({
  id,
  title: kind,
  line: '',
  route: null,
  at: '2026-11-20T00:00:00.000Z',
  readAt: null,
  kind,
})
const [a, b, c, d] = [
  message('a', 'income_settled'),
  message('b', 'order_paid'),
  message('c', 'income_settled'),
  message('d', 'income_settled'),
]
const shown = (open: boolean) =>
  linesOf([a, b, c, d], ['2', '2', '2', '1'], () => open).map((it) =>
    it.kind === 'group'
      ? it.group.messages.map(({ id }) => id).join('+')
      : `${it.message.id}${it.isInGroup ? '*' : ''}`,
  )

test('settlements of one day are one line where the newest stands; a single one is itself', () => {
  expect(shown(false)).toEqual(['a+c', 'b', 'd'])
})

test('an opened line is followed by its messages, none twice', () => {
  expect(shown(true)).toEqual(['a+c', 'a*', 'c*', 'b', 'd'])
})
