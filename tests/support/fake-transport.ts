import { header } from '#protocol/headers.ts'
import type { Transport } from '#src/api/transport.ts'

export interface Asked {
  url: string
  method: string
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
  request: RequestInit
}

type Reply = Response | Error | Promise<Response>

/** A transport that records every request and answers it by `reply`. */
export function fakeTransport(reply: (asked: Asked, count: number) => Reply, change: Partial<Transport> = {}) {
  const asked: Asked[] = []
  const transport: Transport = {
    async fetch(url, request) {
      const it: Asked = {
        url,
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        body: typeof request.body === 'string' ? (JSON.parse(request.body) as Record<string, unknown>) : undefined,
        request,
      }
      asked.push(it)
      const answer = await reply(it, asked.length)
      if (answer instanceof Error) throw answer
      return answer
    },
    base: '',
    clock: { now: () => Date.parse('2026-11-20T00:00:00Z') },
    caller: () => ({ appType: 'h5', language: 'id', country: 'ID', device: 'device-1', userAgent: 'test' }),
    timeout: () => new AbortController().signal,
    ...change,
  }
  return { transport, asked }
}

/** An answer of our server. */
export function ours(
  data: unknown,
  {
    errno = 0,
    errmsg = '',
    status = 200,
    headers = {},
  }: { errno?: number; errmsg?: string; status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify({ errno, errmsg, data }), {
    status,
    headers: { 'content-type': 'application/json', [header.ours]: '1', ...headers },
  })
}

/** A promise that is settled from outside. */
export function later<T>() {
  return Promise.withResolvers<T>()
}
