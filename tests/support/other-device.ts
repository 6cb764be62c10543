import { randomUUID } from 'node:crypto'
import type { Address } from '#protocol/addresses.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'

/** Another device of the demo member, which calls the server without the app. */
export interface OtherDevice {
  addresses(): Promise<Address[]>
  /** Makes a writing call under a key of its own; rejects where the server refuses. */
  send(path: string, args: object): Promise<void>
}

export async function otherDevice(origin: string): Promise<OtherDevice> {
  const call = async <T>(path: string, body: object | undefined, token?: string): Promise<T> => {
    const answer = await fetch(`${origin}/wx/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { errno, errmsg, data } = (await answer.json()) as { errno: number; errmsg: string; data: T }
    if (errno !== 0) throw new Error(`${path}: ${errno} ${errmsg}`)
    return data
  }
  const { phone, password } = demoMember
  const { accessToken } = await call<{ accessToken: string }>('auth/jwscLogin', { phone, password, agreed: true })
  return {
    addresses: async () => (await call<{ items: Address[] }>('address/list', undefined, accessToken)).items,
    async send(path, args) {
      await call(path, args, accessToken)
    },
  }
}
