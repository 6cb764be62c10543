import { setTimeout as passed } from 'node:timers/promises'
import * as v from 'valibot'
import { instant, millisOf } from '../../../clock.ts'
import { bodyOf } from '../../../tron-address.ts'
import type { TronConfig, TronSource } from '../../../tron-config.ts'
import type { Look, Rail, Seen } from './rail.ts'

/** keccak256 of `Transfer(address,address,uint256)`: every TRC20 transfer's first topic. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const timeoutMs = 10_000
const pagesMost = 20
/** Most transactions to check at a time; beyond that, somebody is flooding the address, and the newest wait. */
const askedMost = 100
/** Blocks that a second source may lag behind: ten minutes of them. */
const lagMost = 200

const Page = v.object({
  data: v.array(
    v.object({
      transaction_id: v.string(),
      to: v.string(),
      type: v.string(),
      value: v.string(),
      block_timestamp: v.number(),
      token_info: v.object({ address: v.optional(v.string()) }),
    }),
  ),
  meta: v.optional(v.object({ fingerprint: v.optional(v.string()) })),
})
/** `{}` where no block (any more) has the transaction. */
const Info = v.object({
  blockNumber: v.optional(v.number()),
  blockTimeStamp: v.optional(v.number()),
  result: v.optional(v.string()),
  receipt: v.optional(v.object({ result: v.optional(v.string()) })),
  log: v.optional(
    v.array(v.object({ address: v.string(), topics: v.optional(v.array(v.string())), data: v.optional(v.string()) })),
  ),
})
const Constant = v.object({ constant_result: v.optional(v.array(v.string())) })
const Block = v.object({ block_header: v.object({ raw_data: v.object({ number: v.number() }) }) })

/**
 * USDT on TRON, through TronGrid's HTTP API. The list of an account's transfers only says which transactions to check;
 * what counts is the transfer that a transaction itself logged, by the token's own contract, to our address, in a block
 * that is solidified: two thirds of the producers have built on it, and none can undo it.
 */
export function tronRail(config: TronConfig): Rail {
  return {
    asset: 'USDT',
    network: 'trc20',
    decimals: 6,
    confirmations: config.confirmations,
    demo: false,
    mintAddress: null,
    checkAddress: (address) => {
      bodyOf(address)
    },
    transfersTo: (address, since, final) => transfersTo(config, address, since, final),
    holdings: (addresses) => holdings(config, addresses),
  }
}

/** One address after the other: providers allow a few questions a second. */
async function holdings(config: TronConfig, addresses: readonly string[]): Promise<bigint> {
  let sum = 0n
  for (const address of addresses) {
    const held = await balanceOf(config, config.contract, address)
    if (config.second && (await balanceOf(config.second, config.contract, address)) !== held)
      throw new Error(`the sources do not agree on what ${address} holds`)
    sum += held
  }
  return sum
}

/** What the token's contract says that an address holds, as of the newest solidified block. */
async function balanceOf(source: TronSource, contract: string, address: string): Promise<bigint> {
  const { constant_result: [held = ''] = [] } = v.parse(
    Constant,
    await ask(source, '/walletsolidity/triggerconstantcontract', {
      owner_address: address,
      contract_address: contract,
      function_selector: 'balanceOf(address)',
      parameter: bodyOf(address).padStart(64, '0'),
      visible: true,
    }),
  )
  if (!/^[0-9a-f]{64}$/i.test(held)) throw new Error(`TronGrid does not say what ${address} holds`)
  return BigInt(`0x${held}`)
}

async function transfersTo(
  config: TronConfig,
  address: string,
  since: string,
  final: ReadonlySet<string>,
): Promise<Look> {
  const list = await listed(config, address, since)
  const wanted = list.ids.filter(({ id }) => !final.has(id))
  const asked = wanted.slice(0, askedMost)
  const through = wanted[askedMost]?.at ?? list.through
  const found: Found[] = []
  for (const { id } of asked) {
    const solid = await loggedIn(config, 'walletsolidity', id, config.contract, address)
    if (solid.length > 0) {
      const second = config.second && (await loggedIn(config.second, 'walletsolidity', id, config.contract, address))
      const says = agreement(solid, second ?? solid)
      found.push(...solid.map((it) => ({ ...it, says })))
    } else {
      const fresh = await loggedIn(config, 'wallet', id, config.contract, address)
      found.push(...fresh.map((it) => ({ ...it, says: 'not solid yet' as const })))
    }
  }
  return { through, ...(found.length === 0 ? { transfers: [], disputed: [] } : await asOfNow(config, found)) }
}

/** A transfer with the number of its block as `confirmed`, and what makes it final or keeps it from it. */
type Found = Seen & { says: 'final' | 'not solid yet' | 'nothing' | 'otherwise' }

/** What the second source says of transfers that are solid by the first. */
function agreement(solid: readonly Seen[], second: readonly Seen[]): Found['says'] {
  if (second.length === 0) return 'nothing'
  return JSON.stringify(second) === JSON.stringify(solid) ? 'final' : 'otherwise'
}

/**
 * Confirmations as of now. What isn't final stays below what is wanted, however many blocks there are. A second source
 * may lag for ten minutes; then its silence is a dispute, too.
 */
async function asOfNow(config: TronConfig, found: readonly Found[]): Promise<Pick<Look, 'transfers' | 'disputed'>> {
  // Read last, so that no transfer lies in a later block than the newest.
  const newest = v.parse(Block, await ask(config, '/wallet/getnowblock', {})).block_header.raw_data.number
  const confirmedOf = (it: Seen) => Math.max(0, newest - it.confirmed + 1)
  return {
    transfers: found.map(({ says, ...it }) => ({
      ...it,
      confirmed: says === 'final' ? confirmedOf(it) : Math.min(confirmedOf(it), config.confirmations - 1),
    })),
    disputed: found
      .filter((it) => it.says === 'otherwise' || (it.says === 'nothing' && confirmedOf(it) > lagMost))
      .map((it) => it.externalId),
  }
}

/**
 * Transactions that moved the token to the address, oldest first, each once however often a page names it. `through` is
 * where the list ends if it was too long.
 */
async function listed(
  { contract, ...config }: TronConfig,
  address: string,
  since: string,
): Promise<{ ids: { id: string; at: string }[]; through: string | null }> {
  const ids = new Map<string, string>()
  let through: string | null = null
  let fingerprint: string | undefined
  for (let page = 0; page < pagesMost; page += 1) {
    const query = new URLSearchParams({
      only_to: 'true',
      limit: '200',
      contract_address: contract,
      min_timestamp: String(millisOf(since)),
      order_by: 'block_timestamp,asc',
      ...(fingerprint === undefined ? {} : { fingerprint }),
    })
    const { data, meta } = v.parse(
      Page,
      await ask(config, `/v1/accounts/${address}/transactions/trc20?${query.toString()}`),
    )
    for (const it of data) {
      through = instant(it.block_timestamp)
      if (it.type === 'Transfer' && it.to === address && it.token_info.address === contract && isWorthAsking(it.value))
        ids.set(it.transaction_id, through)
    }
    fingerprint = meta?.fingerprint
    if (fingerprint === undefined || data.length === 0) return { ids: timed(ids), through: null }
  }
  return { ids: timed(ids), through }
}

function timed(ids: ReadonlyMap<string, string>): { id: string; at: string }[] {
  return [...ids].map(([id, at]) => ({ id, at }))
}

/**
 * Ignores amounts below a cent: scammers send dust to many addresses, and checking all of it would delay real
 * transfers.
 */
function isWorthAsking(value: string): boolean {
  return /^\d{1,30}$/.test(value) && BigInt(value) >= 10_000n
}

/**
 * The transfers a transaction made to the address, as `api` knows it: `walletsolidity` only of solidified blocks.
 * `confirmed` is still the number of the block. None where it failed or is in no block.
 */
async function loggedIn(
  source: TronSource,
  api: 'wallet' | 'walletsolidity',
  id: string,
  contract: string,
  address: string,
): Promise<Seen[]> {
  const info = v.parse(Info, await ask(source, `/${api}/gettransactioninfobyid`, { value: id }))
  if (
    info.blockNumber === undefined ||
    info.blockTimeStamp === undefined ||
    info.result === 'FAILED' ||
    info.receipt?.result !== 'SUCCESS'
  )
    return []
  const [token, own] = [bodyOf(contract), bodyOf(address)]
  return (info.log ?? []).flatMap(({ address: by, topics = [], data = '' }, index) => {
    if (by.toLowerCase() !== token || topics[0] !== transferTopic || topics[2]?.slice(-40).toLowerCase() !== own)
      return []
    const value = /^[0-9a-f]{64}$/i.test(data) ? BigInt(`0x${data}`) : 0n
    if (value === 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) return []
    return [
      {
        externalId: `${id}:${index}`,
        value: Number(value),
        confirmed: info.blockNumber ?? 0,
        at: instant(info.blockTimeStamp ?? 0),
      },
    ]
  })
}

/** Seconds to wait before it is asked again, where a busy source doesn't say how long. */
const pauses = [1, 2, 4]
const pauseMost = 10

async function ask(source: TronSource, path: string, body?: unknown): Promise<unknown> {
  let answer = await request(source, path, body)
  for (const pause of pauses) {
    if (answer.status !== 429) break
    await answer.body?.cancel()
    const told = answer.headers.get('retry-after') ?? ''
    await passed(1000 * Math.min(/^\d+$/.test(told) ? Number(told) : pause, pauseMost))
    answer = await request(source, path, body)
  }
  if (answer.ok) return await answer.json()
  await answer.body?.cancel()
  throw new Error(`TronGrid answered ${answer.status} to ${path.split('?')[0]}`)
}

async function request({ url, key }: TronSource, path: string, body: unknown): Promise<Response> {
  return await fetch(new URL(path, url), {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/json',
      ...(key === undefined ? {} : { 'TRON-PRO-API-KEY': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
}
