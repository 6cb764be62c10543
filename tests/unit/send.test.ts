import { expect, test, vi } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import { exchange } from '#protocol/wallet.ts'
import type { Client } from '#src/api/client.ts'
import { ifNothingIsWritten } from '#src/api/writing.ts'
import { sendBy, sendNow } from '#src/outbox/send.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { locksOf } from '#tests/support/fake-locks.ts'
import { later } from '#tests/support/fake-transport.ts'

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

test('a command counts as being sent while the member is asked for a passkey: no update cuts it off', async () => {
  vi.stubGlobal('navigator', { locks: locksOf() })
  const prompt = later<string>()
  const command = commandLike({ call: exchange.path, delivery: 'foreground', lane: undefined })
  const args = { from: 'income', to: 'recharge', amount: 500 } as const
  const sending = sendNow(exchange, command, args, { password: () => prompt.promise }).catch((it: unknown) => it)
  expect(await ifNothingIsWritten(async () => {})).toBe(false)
  prompt.reject(new Error('closed'))
  await sending
  expect(await ifNothingIsWritten(async () => {})).toBe(true)
})
