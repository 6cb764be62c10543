import { request as askByHttp, type IncomingMessage } from 'node:http'
import { request as askByHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isOutsideUrl } from '../../../../outside-url.ts'
import { hostOf, isPrivateAddress, PrivateAddress, publicLookup } from '../../../../private-address.ts'
import { readFleet, type ToldFleet } from './document.ts'

const bytesMost = 8 * 1024 * 1024

/** What came of asking a feed: its fleet, or in a few words why there is none. */
export type Asked = { fleet: ToldFleet } | { problem: string }

interface Asking {
  /** Hosts that may be of this machine or of a private network. */
  privateHosts: readonly string[]
  timeoutMs?: number
}

/** Asks a feed once, for at most ten seconds and 8 MB. A redirect is not followed: it could lead anywhere. */
export async function askFeed(
  url: string,
  key: string | undefined,
  { privateHosts, timeoutMs = 10_000 }: Asking,
): Promise<Asked> {
  if (!isOutsideUrl(url)) return { problem: 'its address is not asked' }
  const signal = AbortSignal.timeout(timeoutMs)
  const mayBePrivate = privateHosts.includes(hostOf(url))
  try {
    if (!mayBePrivate && isPrivateAddress(hostOf(url))) throw new PrivateAddress(url)
    const answer = await get(url, {
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(mayBePrivate ? {} : { lookup: publicLookup }),
    })
    if (answer.statusCode !== 200) {
      answer.destroy()
      return { problem: `answers ${answer.statusCode}` }
    }
    const text = await textOf(answer)
    if (text === null) return { problem: 'answers too much' }
    const fleet = readFleet(parsed(text))
    return fleet ? { fleet } : { problem: 'answers no vehicle_status of GBFS' }
  } catch (cause) {
    if (cause instanceof PrivateAddress) return { problem: 'is on a private network, and not in GBFS_PRIVATE_HOSTS' }
    return { problem: signal.aborted ? 'takes too long' : 'does not answer' }
  }
}

function get(url: string, options: Parameters<typeof askByHttps>[1] & object): Promise<IncomingMessage> {
  const ask = url.startsWith('https:') ? askByHttps : askByHttp
  return new Promise((resolve, reject) => {
    ask(url, options, resolve).on('error', reject).end()
  })
}

async function textOf(answer: IncomingMessage): Promise<string | null> {
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  const body: Readable = isPacked ? pipeline(answer, createGunzip(), () => {}) : answer
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
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
