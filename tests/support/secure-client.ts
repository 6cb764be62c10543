import { randomUUID } from 'node:crypto'
import type { Call } from '#protocol/call.ts'
import { header } from '#protocol/headers.ts'
import type { EncryptionKey } from '#src/api/encrypt.ts'
import { proofOf, encrypt } from '#src/api/encrypt.ts'
import type { callerOf, CallAnswer } from './caller.ts'
import type { Person } from './world.ts'

type Caller = ReturnType<typeof callerOf>

/** A client that encrypts secrets as the app does. */
export interface SecureClient {
  /** Sends a call with `secret` encrypted, and a step-up proof where `password` is given. `key` repeats a command. */
  send(
    call: Call,
    who: Person,
    of: { args?: object; secret?: unknown; password?: string; key?: string },
  ): Promise<CallAnswer>
}

/** Fetches the server's public key for the client. */
export async function secureClientFor(call: Caller): Promise<SecureClient> {
  const to = (await call('seal/key', { method: 'GET', key: null })).body.data as EncryptionKey
  return {
    async send(declared, { memberId, token }, { args = {}, secret, password, key = randomUUID() }) {
      const command = { call: declared, memberId, key }
      return await call(declared.path, {
        token,
        key,
        args: { ...args, ...(secret === undefined ? {} : { secret: await encrypt(secret, to, command) }) },
        headers: password === undefined ? {} : { [header.proof]: proofOf(await encrypt({ password }, to, command)) },
      })
    },
  }
}
