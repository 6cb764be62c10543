import { header, requestTimeoutMs } from '#protocol/headers.ts'

/**
 * Bytes of a file on our server, from `offset`: `length` of them, or as many as there are. Rejects where the answer is
 * not that range, as a captive portal's.
 */
export async function fetchRange(address: string, offset: number, length: number): Promise<ArrayBuffer> {
  const response = await fetch(address, {
    headers: { range: `bytes=${offset}-${offset + length - 1}` },
    redirect: 'error',
    credentials: 'same-origin',
    // They are kept by whoever asks for them; twice would be too often.
    cache: 'no-store',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const isOurs = response.status === 206 && response.headers.has(header.ours)
  if (!isOurs || !response.headers.get('content-range')?.startsWith(`bytes ${offset}-`))
    throw new Error(`not the range of ${address} (HTTP ${response.status})`)
  return response.arrayBuffer()
}
