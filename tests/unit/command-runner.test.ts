import { describe, expect, test, vi } from 'vitest'
import { repayCardBill } from '#protocol/cards.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { prepay } from '#protocol/orders.ts'
import { gameSign } from '#protocol/rewards.ts'
import { exchange } from '#protocol/wallet.ts'
import type { Call } from '#protocol/call.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createSignal } from '#src/lib/signal.ts'
import type { Command } from '#src/outbox/command.ts'
import { unread } from '#src/outbox/current-commands.ts'
import { createRunner, type CommandRunner, type Outcome } from '#src/outbox/command-runner.ts'
import { NotSaved } from '#src/outbox/enqueue.ts'
import type { Sent, Unsaved } from '#src/outbox/foreground.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { sendAsking } from '#src/outbox/send-asking.ts'
import { commandLike } from '#tests/support/command-like.ts'

const args = { from: 'income', to: 'recharge', amount: 500 } as const
const moved = { amount: 500, currency: 'USD', income: 0, recharge: 500 }
const rejection = (code: ErrorCode) =>
  new ApiError('rejected', code, { errno: errors[code].errno, http: errors[code].http })
const row = (change: Partial<Command>): Command =>
  commandLike({ delivery: 'foreground', lane: undefined, call: exchange.path, args: { ...args }, ...change })

/** A screen in front of an outbox that answers as told, one answer after the other. */
function screen<C extends Call>(call: C, answers: (Sent<C> | Unsaved)[] = [], change: Partial<Outbox> = {}) {
  const commands = createSignal<readonly Command[]>(unread)
  const sent: { password?: string | undefined; isUnsaved?: boolean | undefined }[] = []
  const seen: string[] = []
  const outcomes: Outcome<C>[] = []
  const timers: (() => void)[] = []
  const onSaved = vi.fn<() => void>()
  const page = { isVisible: true, wanted: new Set<() => void>() }
  const outbox = {
    send: (...[, , { password }, isUnsaved, isWatched]: Parameters<Outbox['send']>) => {
      sent.push({ password: typeof password === 'string' ? password : undefined, isUnsaved })
      const answer = answers.shift()
      return Promise.resolve(
        answer?.kind === 'rejected' && isWatched?.() === false ? { ...answer, unseenId: 'rejected' } : answer,
      )
    },
    sendAsking: (...[call, args, asking, question]: Parameters<Outbox['sendAsking']>) =>
      sendAsking(outbox.send, call, args, asking, question),
    see: (id: string) => Promise.resolve(void seen.push(id)),
    check: () => Promise.resolve(),
    ...change,
  } as unknown as Outbox
  const runner: CommandRunner<C> = createRunner(
    {
      outbox: () => Promise.resolve(outbox),
      commands,
      timer: (run) => (timers.push(run), () => {}),
      onSaved,
      isVisible: () => page.isVisible,
      whenVisible(run) {
        if (page.isVisible) run()
        else page.wanted.add(run)
        return () => void page.wanted.delete(run)
      },
    },
    call,
  )
  const start = () => runner.start({ onOutcome: (it) => outcomes.push(it) })
  const stop = start()
  return { runner, commands, sent, seen, outcomes, timers, onSaved, page, start, stop }
}

const asked = async <C extends Call>({ question }: CommandRunner<C>, step: string) =>
  expect.poll(() => question.asked()).toMatchObject({ isOpen: true, step })

describe('what a screen runs', () => {
  test('resolves with the answer, and tells it once', async () => {
    const { runner, outcomes } = screen(exchange, [{ kind: 'applied', answer: moved }])
    const running = runner.run(args, false)
    expect(runner.state().isBusy).toBe(true)
    expect(await runner.run(args, false)).toEqual({ kind: 'abandoned' })
    expect(await running).toEqual({ kind: 'applied', answer: moved })
    expect(outcomes).toHaveLength(1)
    expect(runner.state()).toMatchObject({ isBusy: false, outcome: { kind: 'applied' } })
  })

  test('asks for the digits until they are taken', async () => {
    const { runner, sent } = screen(repayCardBill, [
      { kind: 'rejected', error: rejection('transaction_password_wrong') },
      { kind: 'rejected', error: rejection('balance_insufficient') },
    ])
    const bill = {
      billId: '00000000-0000-4000-8000-0000000000b1',
      wallet: 'income',
      amount: 1,
      expectedLeft: 1,
    } as const
    const running = runner.run(bill, true)
    await asked(runner, 'asking')
    runner.question.answer('000000')
    await asked(runner, 'asking')
    expect(runner.question.asked().rejection).toBeInstanceOf(ApiError)
    runner.question.answer('971352')
    expect((await running).kind).toBe('rejected')
    expect(sent.map((it) => it.password)).toEqual(['000000', '971352'])
    expect(runner.question.asked().isOpen).toBe(false)
  })

  test('is abandoned with the question, and nothing is sent', async () => {
    const { runner, sent, stop } = screen(repayCardBill)
    const bill = {
      billId: '00000000-0000-4000-8000-0000000000b1',
      wallet: 'income',
      amount: 1,
      expectedLeft: 1,
    } as const
    const running = runner.run(bill, false)
    await asked(runner, 'missing')
    stop()
    expect(await running).toEqual({ kind: 'abandoned' })
    expect(sent).toEqual([])
  })

  test('without a password asks for it where the server wants one after all', async () => {
    const order = { id: 'an order' } as never
    const { runner, sent } = screen(prepay, [
      { kind: 'rejected', error: rejection('transaction_password_needed') },
      { kind: 'applied', answer: order },
    ])
    const draft = { draftId: '00000000-0000-4000-8000-0000000000d1', wallet: 'income', expectedPayment: 1 } as const
    const running = runner.run({ ...draft, risksRead: true }, undefined)
    await asked(runner, 'asking')
    runner.question.answer('971352')
    expect((await running).kind).toBe('applied')
    expect(sent.map((it) => it.password)).toEqual([undefined, '971352'])
  })

  test('goes on where the member closes the sheet while the digits are checked', async () => {
    const { runner } = screen(prepay, [{ kind: 'applied', answer: { id: 'an order' } as never }])
    const draft = { draftId: '00000000-0000-4000-8000-0000000000d1', wallet: 'income', expectedPayment: 1 } as const
    const running = runner.run({ ...draft, risksRead: true }, true)
    await asked(runner, 'asking')
    runner.question.answer('971352')
    runner.question.close()
    expect(runner.question.asked().isOpen).toBe(false)
    expect((await running).kind).toBe('applied')
  })

  test('that cannot be kept is sent only if the member says so', async () => {
    const answers = (): (Sent<typeof exchange> | Unsaved)[] => [
      { kind: 'notSaved', reason: 'storage' },
      { kind: 'applied', answer: moved },
    ]
    const refusing = screen(exchange, answers())
    const abandoned = refusing.runner.run(args, false)
    await asked(refusing.runner, 'notSaved')
    refusing.runner.question.close()
    expect(await abandoned).toEqual({ kind: 'abandoned' })
    expect(refusing.sent).toHaveLength(1)

    const insisting = screen(exchange, answers())
    const running = insisting.runner.run(args, false)
    await asked(insisting.runner, 'notSaved')
    insisting.runner.question.sendAnyway()
    expect((await running).kind).toBe('applied')
    expect(insisting.sent.map((it) => it.isUnsaved)).toEqual([false, true])
  })

  test('is seen where it is rejected once the page is in front again, with its screen', async () => {
    const rejected = { kind: 'rejected', error: rejection('balance_insufficient') } as const
    const { runner, seen, page, start, stop } = screen(exchange, [rejected, rejected])
    await runner.run(args, false)
    expect(seen, 'noted as seen by the outbox').toEqual([])
    page.isVisible = false
    await runner.run(args, false)
    expect(seen).toEqual([])
    stop()
    expect(page.wanted.size, 'it is said on every other screen').toBe(0)
    const stopAgain = start()
    for (const run of page.wanted) run()
    await expect.poll(() => seen).toEqual(['rejected'])
    stopAgain()
    page.isVisible = true
    start()
    await Promise.resolve()
    expect(seen, 'once').toEqual(['rejected'])
  })

  test('is not seen where it is rejected after its screen was left', async () => {
    const rejected = { kind: 'rejected', error: rejection('balance_insufficient') } as const
    const { runner, seen, stop } = screen(exchange, [rejected])
    const running = runner.run(args, false)
    stop()
    expect(await running).toMatchObject({ unseenId: 'rejected' })
    expect(seen).toEqual([])
  })

  test('in the background is saved, or sent at once where it cannot be and the member wants it', async () => {
    const saved = commandLike()
    const disk = Promise.withResolvers<Command>()
    const { runner, onSaved } = screen(gameSign, [], { enqueue: () => disk.promise })
    const running = runner.run({}, undefined)
    await Promise.resolve()
    expect(onSaved, 'not before the disk has it').not.toHaveBeenCalled()
    disk.resolve(saved)
    expect(await running).toEqual({ kind: 'saved', command: saved })
    expect(onSaved).toHaveBeenCalledOnce()

    const answer = { day: '2026-11-20' } as never
    const sent: Command[] = []
    const full = screen(gameSign, [], {
      enqueue: () => Promise.reject(new NotSaved(saved, new Error('full'))),
      sendUnsaved: (_, command) => {
        sent.push(command)
        return Promise.resolve({ kind: 'applied', answer })
      },
    })
    const outcome = await full.runner.run({}, undefined)
    if (outcome.kind !== 'notSaved') throw new Error(outcome.kind)
    expect(sent).toEqual([])
    expect(await outcome.sendNow()).toEqual({ kind: 'applied', answer })
    expect(sent).toEqual([saved])
    expect(full.onSaved).not.toHaveBeenCalled()
  })

  test('in the background is saved for every tap, also while an earlier one is being saved or the screen is gone', async () => {
    const saving: (() => void)[] = []
    const { runner, outcomes, stop } = screen(gameSign, [], {
      enqueue: () => new Promise((saved) => saving.push(() => saved(commandLike()))),
    })
    expect(runner.state().isReady).toBe(true)
    const [first, second] = [runner.run({}, undefined), runner.run({}, undefined)]
    await expect.poll(() => saving.length).toBe(2)
    saving[0]?.()
    expect((await first).kind).toBe('saved')
    expect(runner.state().isBusy).toBe(true)
    stop()
    saving[1]?.()
    expect((await second).kind).toBe('saved')
    expect(runner.state().isBusy).toBe(false)
    expect(outcomes).toHaveLength(1)
  })

  test('in the background is rejected where nobody is signed in, or the arguments are wrong', async () => {
    const wrong = new ApiError('rejected', 'wrong', { errno: 400 })
    const { runner } = screen(gameSign, [], { enqueue: () => Promise.reject(wrong) })
    expect(await runner.run({}, undefined)).toEqual({ kind: 'rejected', error: wrong })
  })
})

describe('a command whose outcome is unknown', () => {
  test('holds up the next one, and its outcome is told when it is known', async () => {
    const { runner, commands, outcomes, sent } = screen(exchange, [{ kind: 'unknown', command: row({ id: 'x' }) }])
    expect((await runner.run(args, false)).kind).toBe('unknown')
    expect((await runner.run(args, false)).kind).toBe('unknown')
    expect(sent).toHaveLength(1)
    // Read before the row was written as unknown.
    commands.set([])
    commands.set([row({ id: 'x', state: 'inflight' })])
    expect(runner.state().unknown?.id).toBe('x')
    commands.set([row({ id: 'x', state: 'applied', reply: { errno: 0, message: '', data: moved } })])
    expect(runner.state()).toMatchObject({ unknown: undefined, outcome: { kind: 'applied', answer: moved } })
    expect(outcomes.map((it) => it.kind)).toEqual(['unknown', 'applied'])
  })

  test('of an earlier visit is found, and seen where it turns out not to have arrived', async () => {
    const { runner, commands, seen, outcomes } = screen(exchange)
    expect(runner.state().isReady).toBe(false)
    commands.set([row({ id: 'x', state: 'unknown' }), row({ id: 'y', state: 'unknown', call: 'order/prepay' })])
    expect(runner.state()).toMatchObject({ isReady: true, unknown: { id: 'x' } })
    commands.set([row({ id: 'x', state: 'rejected', reply: { errno: -2, message: '' } })])
    expect(outcomes).toMatchObject([{ kind: 'rejected' }])
    await expect.poll(() => seen).toEqual(['x'])
  })

  test('is not waited for where the store never opens', () => {
    const { runner, timers } = screen(exchange)
    for (const run of timers) run()
    expect(runner.state().isReady).toBe(true)
  })
})
