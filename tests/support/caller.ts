import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Envelope } from '#protocol/errors.ts'
import { header, prefix } from '#protocol/headers.ts'

export interface CallAnswer {
  status: number
  body: Envelope
  /** The body as it came. */
  text: string
  headers: Headers
  cookie: string | undefined
}

export interface CallOptions {
  method?: 'GET' | 'POST'
  args?: unknown
  /** Bytes to send as they are, in place of `args`. */
  raw?: string | Uint8Array
  /** Sends `args` in the query string, as beside bytes and as every GET. */
  inQuery?: boolean
  token?: string
  key?: string | null
  cookie?: string | undefined
  headers?: Record<string, string>
}

/** Calls an app in this process, without a listening socket. `from` gives the client's address of each call. */
export function callerOf(
  app: Hono,
  from = () => '127.0.0.1',
): (path: string, sent?: CallOptions) => Promise<CallAnswer> {
  return async (
    path,
    {
      method = 'POST',
      args = {},
      raw,
      inQuery = method === 'GET',
      token,
      key = randomUUID(),
      cookie,
      headers = {},
    } = {},
  ) => {
    const url = new URL(`http://app.test${prefix}${path}`)
    if (inQuery)
      for (const [name, value] of Object.entries(args as Record<string, unknown>))
        if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const answer = await app.fetch(
      new Request(url, {
        method,
        headers: {
          'content-type': 'application/json',
          [header.language]: 'en',
          ...(key === null ? {} : { [header.key]: key }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(cookie === undefined ? {} : { cookie }),
          ...headers,
        },
        ...(method === 'POST' ? { body: (raw ?? JSON.stringify(args)) as BodyInit } : {}),
      }),
      { incoming: { socket: { remoteAddress: from(), remotePort: 1, remoteFamily: 'IPv4' } } },
    )
    const text = await answer.text()
    return {
      status: answer.status,
      body: JSON.parse(text) as Envelope,
      text,
      headers: answer.headers,
      cookie: answer.headers.get('set-cookie')?.split(';')[0],
    }
  }
}
