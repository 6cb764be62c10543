import { sealKey } from '#protocol/auth.ts'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from './api-error.ts'
import { callApi } from './api.ts'
import type { Client } from './client.ts'
import { proofOf, seal, type SealedSecret, type SealKey } from './encrypt.ts'

/** The arguments of a call without its sealed `secret`, which is given in the clear and sealed on the way. */
export type Unsealed<C extends Call> = Without<ArgsInput<C>, 'secret'>
type Without<A, K extends string> = A extends unknown ? Omit<A, K> : never

/** What nobody but the server may read, and the command that it is sealed for. */
export interface ProvenCommand {
  /** `Idempotency-Key`. While an answer is owed, repeat the same `args` and `secret` under the same key. */
  key: string
  memberId: string
  /** The six digits: sealed into the header `proof`. Absent where the member has none and the call can do without. */
  password?: string | undefined
  /** Sealed into the argument `secret`: a card's numbers, a password to set. */
  secret?: unknown
}

/** The secrets could not be encrypted (no key of the server's, no Web Crypto): nothing was sent. `cause` says why. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

export interface Prover {
  /**
   * Makes one call whose secrets travel sealed (specification 7, "custom headers"). Rejects with NotSent or ApiError: `transaction_password_wrong`
   * and `attempts_exhausted` are not kept with the key, so the same key may be tried with other digits.
   */
  callEncrypted<C extends Call>(call: C, args: Unsealed<C>, command: ProvenCommand): Promise<Answer<C>>
  /** The same; rejects with the cause where nothing was sent. */
  callProven<C extends Call>(call: C, args: Unsealed<C>, command: ProvenCommand): Promise<Answer<C>>
}

/** Seals with the server's key, which is asked for once and anew when the server no longer knows it. */
export function proverOf(client: Pick<Client, 'callApi'>): Prover {
  let serverKey: Promise<SealKey> | undefined
  // A repetition must be the same to the byte, or the server takes it for other content under a used key.
  let last: { key: string; sealed: SealedSecret } | undefined

  function askedKey(): Promise<SealKey> {
    serverKey ??= client.callApi(sealKey, {}, { isQuiet: true }).catch((failure: unknown) => {
      serverKey = undefined
      throw failure
    })
    return serverKey
  }

  async function sealedOnce(
    secret: unknown,
    to: SealKey,
    command: { call: Call; memberId: string; key: string },
  ): Promise<SealedSecret> {
    if (last?.key !== command.key) last = { key: command.key, sealed: await seal(secret, to, command) }
    return last.sealed
  }

  async function attempt<C extends Call>(
    call: C,
    args: Unsealed<C>,
    { key, memberId, password, secret }: ProvenCommand,
  ): Promise<Answer<C>> {
    const command = { call, memberId, key }
    const { proof, whole } = await encrypted(command, args, password, secret).catch((cause: unknown) => {
      throw new NotSent('the secrets could not be encrypted', { cause })
    })
    return client.callApi(call, whole as unknown as ArgsInput<C>, { key, memberId, proof })
  }

  async function encrypted<C extends Call>(
    command: { call: C; memberId: string; key: string },
    args: Unsealed<C>,
    password: string | undefined,
    secret: unknown,
  ) {
    if (password === undefined && secret === undefined) return { proof: undefined, whole: args }
    const to = await askedKey()
    const proof = password === undefined ? undefined : proofOf(await seal({ password }, to, command))
    const whole = secret === undefined ? args : { ...args, secret: await sealedOnce(secret, to, command) }
    return { proof, whole }
  }

  async function callEncrypted<C extends Call>(call: C, args: Unsealed<C>, command: ProvenCommand): Promise<Answer<C>> {
    try {
      return await attempt(call, args, command)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.errno !== errors.seal_unreadable.errno) throw failure
      // Nothing was done and nothing is kept with the key: encrypt again with the server's key of now.
      serverKey = undefined
      last = undefined
      return await attempt(call, args, command)
    }
  }

  return {
    callEncrypted,
    callProven: (call, args, command) =>
      callEncrypted(call, args, command).catch((failure: unknown) => {
        throw failure instanceof NotSent ? failure.cause : failure
      }),
  }
}

export const { callEncrypted, callProven } = proverOf({ callApi })
