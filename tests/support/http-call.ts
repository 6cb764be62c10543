import { randomUUID } from 'node:crypto'

interface Made {
  /** Makes it a POST. */
  args?: object | undefined
  token?: string | undefined
  key?: string | undefined
}

/** Calls a server without the app, under a key of its own. Rejects where it doesn't answer errno 0. */
export async function httpCall<T>(
  origin: string,
  path: string,
  { args, token, key = randomUUID() }: Made = {},
): Promise<T> {
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

export interface Login {
  phone: string
  password: string
}

/** Signs in and returns the access token. */
export async function tokenFor(origin: string, { phone, password }: Login): Promise<string> {
  const args = { phone, password, agreed: true }
  return (await httpCall<{ accessToken: string }>(origin, 'auth/jwscLogin', { args })).accessToken
}
