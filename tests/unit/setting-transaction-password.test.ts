import { expect, test } from 'vitest'
import { setTransactionPassword } from '#protocol/auth.ts'
import { removeCard } from '#protocol/cards.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import { transactionPasswordCommand } from '#src/features/auth/commands.ts'
import { emptyTransactionForm } from '#src/features/auth/transaction-schemas.ts'
import { createSignal } from '#src/lib/signal.ts'
import type { Command } from '#src/outbox/command.ts'
import { createRunner } from '#src/outbox/command-runner.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { sendAsking } from '#src/outbox/send-asking.ts'

const wrong = new ApiError('rejected', 'wrong', { errno: errors.transaction_password_wrong.errno })
const cardId = 'e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a11'

/** Every command is rejected because of the six digits. */
function ports() {
  const send = () => Promise.resolve({ kind: 'rejected' as const, error: wrong })
  const outbox: Pick<Outbox, 'sendAsking'> = {
    sendAsking: (call, args, asking, question) => sendAsking(send, call, args, asking, question),
  }
  return {
    outbox: () => Promise.resolve(outbox as Outbox),
    commands: createSignal<readonly Command[]>([]),
    timer: () => () => {},
    onSaved: () => {},
    isVisible: () => true,
    whenVisible: () => () => {},
  }
}

test('a wrong old one is said in the form, which asks for it, and in no sheet besides', async () => {
  const runner = createRunner(ports(), setTransactionPassword)
  const { args, secret } = transactionPasswordCommand('old', { ...emptyTransactionForm, old: '1', password: '2' })
  expect(await runner.run(args, true, { secret })).toEqual({ kind: 'rejected', error: wrong })
  expect(runner.question.asked().isOpen).toBe(false)
})

test('a call that the digits prove asks for them again', async () => {
  const runner = createRunner(ports(), removeCard)
  const outcome = runner.run({ cardId }, true)
  await expect.poll(() => runner.question.asked().isOpen).toBe(true)
  runner.question.answer('111111')
  await expect.poll(() => runner.question.asked()).toEqual({ isOpen: true, step: 'asking', rejection: wrong })
  runner.question.close()
  expect(await outcome).toEqual({ kind: 'abandoned' })
})

test.each([
  ['login', { by: 'login' }, { password: '971352', loginPassword: 'a-good-one' }],
  ['loginAndCode', { by: 'login', code: '123456' }, { password: '971352', loginPassword: 'a-good-one' }],
  ['old', { by: 'old' }, { password: '971352', oldPassword: '135297' }],
  ['code', { by: 'code', code: '123456' }, { password: '971352' }],
] as const)('by %s: nothing but what proves it is sent, and what is secret is apart', (by, args, secret) => {
  const typed = {
    loginPassword: 'a-good-one',
    old: '135297',
    code: '123456',
    phone: '',
    password: '971352',
    confirm: '',
  }
  expect(transactionPasswordCommand(by, typed)).toEqual({ args, secret })
})
