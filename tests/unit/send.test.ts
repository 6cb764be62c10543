import { expect, test } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import type { Client } from '#src/api/client.ts'
import { sendBy } from '#src/outbox/send.ts'
import { commandLike } from '#tests/support/command-like.ts'

function recorder() {
  const asked: unknown[][] = []
  const callApi = ((...of: unknown[]) => {
    asked.push(of)
    return Promise.resolve({})
  }) as Client['callApi']
  return { asked, send: sendBy(callApi) }
}

test("a command is sent under its own id, in its member's name and with its place in the sequence, every time", async () => {
  const { asked, send } = recorder()
  const command = commandLike({ id: 'a', seq: 7, call: gameSign.path, args: { madeAt: '2026-11-20T00:00:00.000Z' } })
  await send(command)
  await send({ ...command, attempt: 2 })
  expect(asked.map(([, args, options]) => [args, options])).toEqual(
    Array.from({ length: 2 }, () => [command.args, { key: 'a', sequence: 7, memberId: command.uid, isQuiet: true }]),
  )
})

test('a call that this version does not have is refused here', async () => {
  const { asked, send } = recorder()
  await expect(send(commandLike({ call: 'of/tomorrow' }))).rejects.toMatchObject({ errno: 404 })
  expect(asked).toEqual([])
})
