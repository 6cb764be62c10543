import { readFleet, type ToldFleet } from './document.ts'
import { isOutsideUrl } from '../../../../outside-url.ts'

const bytesMost = 8 * 1024 * 1024

/** What came of asking a feed: its fleet, or in a few words why there is none. */
export type Asked = { fleet: ToldFleet } | { problem: string }

/** Asks a feed once, for at most ten seconds and 8 MB. A redirect is not followed: it could lead anywhere. */
export async function askFeed(
  url: string,
  key: string | undefined,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): Promise<Asked> {
  if (!isOutsideUrl(url)) return { problem: 'its address is not asked' }
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      return { problem: `answers ${answer.status}` }
    }
    const text = await textOf(answer)
    if (text === null) return { problem: 'answers too much' }
    const fleet = readFleet(parsed(text))
    return fleet ? { fleet } : { problem: 'answers no vehicle_status of GBFS' }
  } catch (cause) {
    return { problem: cause instanceof Error && cause.name === 'TimeoutError' ? 'takes too long' : 'does not answer' }
  }
}

async function textOf(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMost) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
