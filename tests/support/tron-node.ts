import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readChecked, withChecksum } from '#server/base58.ts'

/** An address of TRON that nobody has the key of. */
export const tronAddress = (): string => withChecksum(Buffer.concat([Buffer.from([0x41]), randomBytes(20)]))

/** USDT's own contract on the main net. */
export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** A transaction and its token transfers. `block` is null where no block holds it (any more). */
export interface Mined {
  id: string
  block: number | null
  at: number
  failed?: boolean
  paid: Paid[]
  /** Transfers in the event log, where they differ from the index. */
  logged?: Paid[]
}
interface Paid {
  token: string
  to: string
  value: bigint
}

export interface TronNode {
  url: string
  /** The chain; tests change it. `solid` is the newest solidified block, 18 behind the newest unless set. */
  chain: { newest: number; solid: number | null; mined: Mined[]; held?: Record<string, bigint> }
  /** Page size, and how often each transaction is listed: real indexes repeat some. */
  page: { size: number; copies: number }
  /** HTTP status of every answer while set. */
  broken: number | null
  /** So many requests are answered 429 from now on, with a wait of no seconds. */
  busy: number
  /** Requested paths without queries, and their API keys. */
  asked: { path: string; key: string | undefined }[]
  mine(of: { to: string; value: number | bigint; token?: string; at: number; failed?: boolean; ago?: number }): Mined
  close(): Promise<void>
}

/** TronGrid's HTTP API on the loopback interface over the test's chain, shaped as in TronGrid's documentation. */
export async function startTronNode(): Promise<TronNode> {
  const node: Omit<TronNode, 'url' | 'close'> = {
    chain: { newest: 60_000_000, solid: null, mined: [] },
    page: { size: 200, copies: 1 },
    broken: null,
    busy: 0,
    asked: [],
    mine({ to, value, token = usdt, at, failed = false, ago = 0 }) {
      const made = {
        id: randomBytes(32).toString('hex'),
        block: node.chain.newest - ago,
        at,
        failed,
        paid: [{ token, to, value: BigInt(value) }],
      }
      node.chain.mined.push(made)
      return made
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://node')
    node.asked.push({ path: url.pathname, key: request.headers['tron-pro-api-key'] as string | undefined })
    void bodyOf(request).then((body) => {
      if (node.busy > 0) {
        node.busy -= 1
        return response.writeHead(429, { 'retry-after': '0' }).end('{}')
      }
      if (node.broken !== null) return response.writeHead(node.broken).end('{}')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer(node, url, body)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(node, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  })
}

function answer({ chain, page }: Pick<TronNode, 'chain' | 'page'>, url: URL, body: unknown): unknown {
  const [, address] = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(url.pathname) ?? []
  if (address !== undefined) return transfers(chain, page, address, url.searchParams)
  if (url.pathname === '/wallet/getnowblock')
    return { blockID: '00', block_header: { raw_data: { number: chain.newest } } }
  if (url.pathname === '/walletsolidity/triggerconstantcontract') return heldBy(chain, body as Constant)
  const [, api] = /^\/(wallet|walletsolidity)\/gettransactioninfobyid$/.exec(url.pathname) ?? []
  if (api === undefined) return { Error: 'unknown' }
  const found = chain.mined.find((it) => it.id === (body as { value?: string }).value)
  const newest = api === 'wallet' ? Infinity : (chain.solid ?? chain.newest - 18)
  return found && found.block !== null && found.block <= newest ? info(found) : {}
}

interface Constant {
  contract_address: string
  function_selector: string
  parameter: string
}

function heldBy(
  { held = {} }: TronNode['chain'],
  { contract_address, function_selector, parameter }: Constant,
): unknown {
  if (contract_address !== usdt || function_selector !== 'balanceOf(address)')
    return { result: { code: 'CONTRACT_VALIDATE_ERROR' } }
  const [, value = 0n] = Object.entries(held).find(([address]) => hexOf(address) === parameter.slice(-40)) ?? []
  return { result: { result: true }, constant_result: [value.toString(16).padStart(64, '0')] }
}

/** The index goes on listing transactions that a reorganisation removed. */
function transfers(
  chain: TronNode['chain'],
  { size, copies }: TronNode['page'],
  address: string,
  query: URLSearchParams,
): unknown {
  // Other tokens are listed although a contract is requested: the server must not rely on the index's filter.
  const all = chain.mined
    .filter((it) => it.at >= Number(query.get('min_timestamp')))
    .flatMap((it) =>
      it.paid
        .filter(({ to }) => to === address)
        .flatMap(({ token, value }) =>
          Array.from({ length: copies }, () => ({
            transaction_id: it.id,
            token_info: { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' },
            block_timestamp: it.at,
            from: usdt,
            to: address,
            type: 'Transfer',
            value: String(value),
          })),
        ),
    )
  const from = Number(query.get('fingerprint') ?? 0)
  const more = from + size < all.length
  return {
    data: all.slice(from, from + size),
    success: true,
    meta: {
      at: 0,
      page_size: Math.min(size, all.length - from),
      ...(more ? { fingerprint: String(from + size) } : {}),
    },
  }
}

function info({ id, block, at, failed, paid, logged = paid }: Mined): unknown {
  const pad = (hex: string): string => hex.padStart(64, '0')
  return {
    id,
    fee: 0,
    blockNumber: block,
    blockTimeStamp: at,
    contractResult: [''],
    receipt: { result: failed ? 'REVERT' : 'SUCCESS' },
    ...(failed ? { result: 'FAILED' } : {}),
    log: logged.map(({ token, to, value }) => ({
      address: hexOf(token),
      topics: ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', pad('1'), pad(hexOf(to))],
      data: pad(value.toString(16)),
    })),
  }
}

const hexOf = (address: string): string => readChecked(address).subarray(1).toString('hex')

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
