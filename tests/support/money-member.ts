import { randomUUID } from 'node:crypto'
import { setTransactionPassword } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { encrypt, type EncryptionKey } from '#src/api/encrypt.ts'
import { httpCall, tokenFor } from './http-call.ts'

/** The demo member's other device, which calls the server without the app. */
export interface MoneyMember {
  /** Rejects where the server refuses. */
  get<T>(path: string): Promise<T>
}

/** Signs in as the demo member, claims settled income and sets a transaction password. */
export async function moneyMember(origin: string, digits: string): Promise<MoneyMember> {
  const { id: memberId, password: loginPassword } = demoMember
  const token = await tokenFor(origin, demoMember)
  const call = <T>(path: string, args?: object, key?: string) => httpCall<T>(origin, path, { args, token, key })
  const command = { call: setTransactionPassword as Call, memberId, key: randomUUID() }
  const secret = await encrypt({ password: digits, loginPassword }, await call<EncryptionKey>('seal/key'), command)
  await call(setTransactionPassword.path, { by: 'login', secret }, command.key)
  await call('g/user/goods/earnings/claim', {})
  return { get: (path) => call(path) }
}

/** Runs an operator's command on a test server and returns the lines it prints. */
export async function operate(origin: string, ...argv: string[]): Promise<readonly string[]> {
  const answer = await fetch(`${origin}/test/operate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ argv }),
  })
  const { ok, lines } = (await answer.json()) as { ok: boolean; lines: string[] }
  if (!ok) throw new Error(lines.join('\n'))
  return lines
}
