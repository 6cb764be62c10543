import { randomUUID } from 'node:crypto'
import { setTransactionPassword } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { encrypt, type EncryptionKey } from '#src/api/encrypt.ts'

/** The demo member's other device, which calls the server without the app. */
export interface MoneyMember {
  /** Rejects where the server refuses. */
  get<T>(path: string): Promise<T>
}

/** Signs in as the demo member, claims settled income and sets a transaction password. */
export async function moneyMember(origin: string, digits: string): Promise<MoneyMember> {
  let token: string | undefined
  const call = async <T>(path: string, args: object | undefined, key: string = randomUUID()): Promise<T> => {
    const answer = await fetch(`${origin}/wx/${path}`, {
      method: args ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(args && { body: JSON.stringify(args) }),
    })
    const { errno, errmsg, data } = (await answer.json()) as { errno: number; errmsg: string; data: T }
    if (errno !== 0) throw new Error(`${path}: ${errno} ${errmsg}`)
    return data
  }
  const { id: memberId, phone, password: loginPassword } = demoMember
  token = (await call<{ accessToken: string }>('auth/jwscLogin', { phone, password: loginPassword, agreed: true }))
    .accessToken
  const command = { call: setTransactionPassword as Call, memberId, key: randomUUID() }
  const secret = await encrypt(
    { password: digits, loginPassword },
    await call<EncryptionKey>('seal/key', undefined),
    command,
  )
  await call(setTransactionPassword.path, { by: 'login', secret }, command.key)
  await call('g/user/goods/earnings/claim', {})
  return { get: (path) => call(path, undefined) }
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
