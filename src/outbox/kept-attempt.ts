import * as v from 'valibot'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { newId } from '../api/device.ts'
import type { Unsealed } from '../api/step-up.ts'
import { isUncertain } from '../api/uncertain.ts'
import { systemClock } from '../lib/clock.ts'
import { outcomeOf, type Outcome } from './attempt-outcome.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../cache/storage/meta.ts'
import { memberName } from '../cache/storage/names.ts'
import { writeProven } from './write-proven.ts'

/** Nobody knows yet whether it happened: the answer got lost on the way. It stays kept, and making it again does it once at most. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost'
}

/**
 * One intention of the member. `key` is its `Idempotency-Key`, the same for every repetition; another tab's is another.
 * `sentAt` is when it last went out without an answer, in milliseconds; undefined where it never did. The digits that prove it
 * are nowhere in it.
 */
export interface KeptAttempt<C extends Call> {
  key: string
  args: ArgsInput<C>
  sentAt?: number
}

const Kept = v.array(v.object({ key: v.string(), args: v.unknown(), sentAt: v.optional(v.number(), 0) }))

export function newAttempt<C extends Call>(args: ArgsInput<C>): KeptAttempt<C> {
  return { key: newId(), args }
}

/**
 * Makes a call that moves money and can't wait. It is kept on this device before it is sent, until the server's word is known,
 * so that a killed tab finds it again. Rejects with AnswerLost where the outcome is unknown, with ApiError where the server
 * refused and nothing moved. `password` is the transaction password, for a call that it proves.
 */
export async function makeAttempt<C extends Call>(
  memberId: string,
  call: C,
  attempt: KeptAttempt<C>,
  password?: string,
): Promise<Answer<C>> {
  const { key } = attempt
  await change(memberId, call, (kept) => [
    ...kept.filter((it) => it.key !== key),
    { ...attempt, sentAt: systemClock.now() },
  ])
  try {
    const answer = await send(memberId, call, attempt, password)
    await forgetAttempts(memberId, call, (it) => it.key === key)
    return answer
  } catch (failure) {
    if (isUncertain(failure, attempt.sentAt !== undefined))
      throw new AnswerLost('the answer got lost', { cause: failure })
    await forgetAttempts(memberId, call, (it) => it.key === key)
    throw failure
  }
}

/**
 * Asks what became of an attempt, by sending it again without digits: a server that has answered it answers the same again. One
 * that never got it does it now; where the call wants digits it can't, and then it did not arrive.
 */
export async function askAttempt<C extends Call>(
  memberId: string,
  call: C,
  attempt: KeptAttempt<C>,
): Promise<Outcome<C>> {
  const outcome: Outcome<C> = await send(memberId, call, attempt).then(
    (answer) => ({ is: 'done', answer }) as const,
    (failure: unknown) => outcomeOf(failure, systemClock.now() - (attempt.sentAt ?? 0)),
  )
  if (outcome.is !== 'unknown') await forgetAttempts(memberId, call, (it) => it.key === attempt.key)
  return outcome
}

/** What was sent first without an answer, of those that are meant, and is still to be asked for; undefined where nothing is. */
export async function keptAttempt<C extends Call>(
  memberId: string,
  call: C,
  isMeant: (args: ArgsInput<C>) => boolean = () => true,
): Promise<KeptAttempt<C> | undefined> {
  const kept: unknown = await readMeta(connectionTo(memberName(memberId)), nameOf(call)).catch(() => undefined)
  return attemptsIn(kept, call).find((it) => isMeant(it.args))
}

/** The server's word about them is known. */
export async function forgetAttempts<C extends Call>(
  memberId: string,
  call: C,
  isKnown: (attempt: KeptAttempt<C>) => boolean,
): Promise<void> {
  await change(memberId, call, (kept) => kept.filter((it) => !isKnown(it)))
}

/** In one step, so that of two tabs neither overwrites what the other keeps. Quietly nothing where the store refuses. */
async function change<C extends Call>(
  memberId: string,
  call: C,
  next: (kept: KeptAttempt<C>[]) => KeptAttempt<C>[],
): Promise<void> {
  await changeMeta(connectionTo(memberName(memberId)), nameOf(call), (kept) => next(attemptsIn(kept, call))).catch(
    () => {},
  )
}

function send<C extends Call>(
  memberId: string,
  call: C,
  { key, args }: KeptAttempt<C>,
  password?: string,
): Promise<Answer<C>> {
  return writeProven(call, args as unknown as Unsealed<C>, { key, memberId, password })
}

function attemptsIn<C extends Call>(kept: unknown, call: C): KeptAttempt<C>[] {
  const found = v.safeParse(Kept, kept)
  return found.success
    ? found.output.filter((it): it is KeptAttempt<C> & { sentAt: number } => v.is(call.args, it.args))
    : []
}

const nameOf = ({ path }: Call) => `attempts ${path}`
