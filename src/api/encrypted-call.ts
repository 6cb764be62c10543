import { publicEncryptionKey } from '#protocol/auth.ts'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from './api-error.ts'
import { callApi } from './api.ts'
import type { Client } from './client.ts'
import { proofOf, encrypt, type EncryptedSecret, type EncryptionKey } from './encrypt.ts'

/**
 * The arguments of a call without `secret`: the caller gives that in plain text, and it is encrypted before sending.
 */
export type PlainArgs<C extends Call> = Without<ArgsInput<C>, 'secret'>
type Without<A, K extends string> = A extends unknown ? Omit<A, K> : never

/** A command as it is sent. */
export interface ProvenCommand {
  call: Call
  memberId: string
  key: string
  args: Record<string, unknown>
}

/**
 * How the member confirms a command: with the digits of the transaction password, or with what gives the header `proof`
 * of another kind once the command is ready to be sent.
 */
export type StepUp = string | ((command: ProvenCommand) => Promise<string>)

/** The data that only the server may read, and the command that it is encrypted for. */
export interface SecretCommand {
  /** `Idempotency-Key`. Until an answer has arrived, repeat the same `args` and `secret` under the same key. */
  key: string
  memberId: string
  /**
   * The transaction password, sent encrypted in the header `proof`, or what proves the command in its place. Absent
   * where the member has none and the call needs none.
   */
  password?: StepUp | undefined
  /** Sent encrypted as the argument `secret`: a card's numbers, a new password. */
  secret?: unknown
  /** The bytes of a call with `mostBodyBytes`; not encrypted. */
  body?: Uint8Array<ArrayBuffer> | undefined
}

/**
 * The secrets could not be encrypted, for want of the server's key or of Web Crypto. Nothing was sent. `cause` says
 * why.
 */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

export interface EncryptedCalls {
  /**
   * Makes one call with encrypted secrets (specification 7, "custom headers"). Rejects with NotSent or ApiError. The
   * server doesn't store `transaction_password_wrong` and `attempts_exhausted` with the idempotency key, so another
   * password may be sent under the same key.
   */
  callEncrypted<C extends Call>(call: C, args: PlainArgs<C>, command: SecretCommand): Promise<Answer<C>>
}

/** Encrypts with the server's public key, which is fetched once, and again after the server has changed it. */
export function encryptedCallsOf(client: Pick<Client, 'callApi'>): EncryptedCalls {
  let serverKey: Promise<EncryptionKey> | undefined
  // A repetition must have the same bytes: the server rejects other content under a used idempotency key.
  let last: { key: string; encryptedSecret: EncryptedSecret } | undefined

  function askedKey(): Promise<EncryptionKey> {
    serverKey ??= client.callApi(publicEncryptionKey, {}, { isQuiet: true }).catch((failure: unknown) => {
      serverKey = undefined
      throw failure
    })
    return serverKey
  }

  async function encryptedOnce(
    secret: unknown,
    to: EncryptionKey,
    command: { call: Call; memberId: string; key: string },
  ): Promise<EncryptedSecret> {
    if (last?.key !== command.key) last = { key: command.key, encryptedSecret: await encrypt(secret, to, command) }
    return last.encryptedSecret
  }

  async function attempt<C extends Call>(
    call: C,
    args: PlainArgs<C>,
    { key, memberId, password, secret, body }: SecretCommand,
  ): Promise<Answer<C>> {
    const command = { call, memberId, key }
    const { proof, whole } = await encrypted(command, args, password, secret).catch((cause: unknown) => {
      throw new NotSent('the secrets could not be encrypted', { cause })
    })
    return client.callApi(call, whole as unknown as ArgsInput<C>, { key, memberId, proof, body })
  }

  async function encrypted<C extends Call>(
    command: { call: C; memberId: string; key: string },
    args: PlainArgs<C>,
    password: StepUp | undefined,
    secret: unknown,
  ) {
    const whole =
      secret === undefined ? args : { ...args, secret: await encryptedOnce(secret, await askedKey(), command) }
    if (password === undefined) return { proof: undefined, whole }
    const proof =
      typeof password === 'string'
        ? proofOf(await encrypt({ password }, await askedKey(), command))
        : await password({ ...command, args: whole as Record<string, unknown> })
    return { proof, whole }
  }

  async function callEncrypted<C extends Call>(
    call: C,
    args: PlainArgs<C>,
    command: SecretCommand,
  ): Promise<Answer<C>> {
    try {
      return await attempt(call, args, command)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.errno !== errors.secret_unreadable.errno) throw failure
      // The server did nothing and stored nothing under the idempotency key. Encrypt again with its new public key.
      serverKey = undefined
      last = undefined
      return await attempt(call, args, command)
    }
  }

  return { callEncrypted }
}

export const { callEncrypted } = encryptedCallsOf({ callApi })
