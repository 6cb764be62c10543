import { ApiError } from '#src/api/api-error.ts'
import { settleCommands } from '#protocol/auth.ts'
import { exchange } from '#protocol/wallet.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import type { Outcomes } from '#src/outbox/settle.ts'
import type { Dice } from './dice.ts'
import type { World } from './world.ts'

/** One thing the server did, once and for all. */
export interface Effect {
  uid: string
  key: string
  path: string
  args: Record<string, unknown>
}

export interface ServerFaults {
  lostRequest: number
  lostAnswer: number
  doubled: number
  portal: number
  blackHole: number
  tooMany: number
  errorBefore: number
  errorAfter: number
  refuses: number
  slowestMs: number
}

export interface Server {
  effects: Effect[]
  /** Every refusal it stands by. */
  refusals: Map<string, number>
  /** Bodies that came with a key already used for another. Must stay empty. */
  reused: string[]
  addresses: Map<string, { version: number; detail: unknown }>
  faults: ServerFaults
  /** One request with its answer, through everything that lies between. Rejects with ApiError as the client does. */
  request(uid: string, key: string, path: string, args: Record<string, unknown>): Promise<unknown>
  /** `commands/settle`, through everything that lies between. */
  settle(uid: string, keys: readonly string[]): Promise<Outcomes>
}

const timeoutMs = 60_000
/** In place of a body: the key was asked for before its command came. */
const closed = 'closed'
export type Outcome = { answer: unknown } | { error: ApiError }

export const calm: ServerFaults = {
  lostRequest: 0,
  lostAnswer: 0,
  doubled: 0,
  portal: 0,
  blackHole: 0,
  tooMany: 0,
  errorBefore: 0,
  errorAfter: 0,
  refuses: 0,
  slowestMs: 50,
}

type Arrive = (
  uid: string,
  key: string,
  path: string,
  args: Record<string, unknown>,
  answer: (outcome: Outcome) => void,
) => void

/**
 * Everything that lies between a phone and a server; `arrive` is what the server does with a request once it is there.
 */
export function behindNetwork(world: World, dice: Dice, faults: ServerFaults, arrive: Arrive): Server {
  const travel: Arrive = (...request) =>
    void world.after(dice.whole(1, server.faults.slowestMs), () => arrive(...request))
  const server: Server = {
    effects: [],
    refusals: new Map(),
    reused: [],
    addresses: new Map(),
    faults,
    settle: async (uid, keys) =>
      ((await server.request(uid, 'settle', settleCommands.path, { keys })) as { outcomes: Outcomes }).outcomes,
    request: (uid, key, path, args) =>
      new Promise((resolve, reject) => {
        const { faults: at } = server
        const fail = (error: ApiError) => world.after(dice.whole(1, 200), () => reject(error))
        world.after(timeoutMs, () => reject(new ApiError('timeout', 'no answer')))
        const back = (outcome: Outcome) =>
          world.after(dice.whole(1, at.slowestMs), () => {
            if ('answer' in outcome) resolve(outcome.answer)
            else reject(outcome.error)
          })
        if (dice.chance(at.blackHole)) return
        if (dice.chance(at.portal)) return fail(new ApiError('notOurs', 'log in here', { http: 200 }))
        if (dice.chance(at.lostRequest)) return fail(new ApiError('network', 'no route'))
        const isLost = dice.chance(at.lostAnswer)
        travel(uid, key, path, args, (outcome) => (isLost ? fail(new ApiError('network', 'cut')) : back(outcome)))
        if (dice.chance(at.doubled))
          world.after(dice.whole(1, 3 * timeoutMs), () => travel(uid, key, path, args, () => {}))
      }),
  }
  return server
}

/** A model of the server: what it must do, in as few words as possible. */
export function createServer(world: World, dice: Dice, faults: ServerFaults): Server {
  const outcomes = new Map<string, { body: string; outcome: Outcome }>()
  const working = new Map<string, string>()

  const server: Server = behindNetwork(world, dice, faults, (uid, key, path, args, answer) => {
    if (path === settleCommands.path) return answer(settled(uid, args['keys'] as string[]))
    const mark = `${uid} ${key}`
    const body = JSON.stringify([path, args])
    const known = outcomes.get(mark)
    const used = known?.body ?? working.get(mark)
    if (used === closed) return answer({ error: refusal('key_reused') })
    if (used !== undefined && used !== body) {
      server.reused.push(mark)
      return answer({ error: refusal('key_reused') })
    }
    if (known) return answer(known.outcome)
    if (working.has(mark)) return answer({ error: refusal('in_progress') })
    if (dice.chance(server.faults.tooMany))
      return answer({ error: refusal('too_many_requests', dice.whole(0, 90) * 1000) })
    working.set(mark, body)
    world.after(dice.whole(1, server.faults.slowestMs), () => {
      working.delete(mark)
      if (dice.chance(server.faults.errorBefore)) return answer({ error: refusal('internal') })
      const outcome = decide(uid, key, path, args)
      outcomes.set(mark, { body, outcome })
      if (dice.chance(server.faults.errorAfter))
        return answer({ error: new ApiError('notOurs', 'bad gateway', { http: 502 }) })
      answer(outcome)
    })
  })

  /** What became of these keys; one that has none is closed. The real server waits for one that is under way. */
  function settled(uid: string, keys: readonly string[]): Outcome {
    const marks = keys.map((key) => `${uid} ${key}`)
    if (marks.some((mark) => working.has(mark))) return { error: refusal('in_progress') }
    const answered = keys.map((key, at): Outcomes[number] => {
      const { body, outcome } = outcomes.get(marks[at]!) ?? { body: closed, outcome: undefined }
      if (!outcome || body === closed) {
        outcomes.set(marks[at]!, { body: closed, outcome: { error: refusal('key_reused') } })
        return { kind: 'notArrived', key }
      }
      if ('answer' in outcome) return { kind: 'applied', key, data: outcome.answer }
      return { kind: 'rejected', key, errno: outcome.error.errno, message: '' }
    })
    return { answer: { outcomes: answered } }
  }

  /** The effect and its outcome, in one transaction. */
  function decide(uid: string, key: string, path: string, args: Record<string, unknown>): Outcome {
    const errno = refusalOf(uid, path, args)
    if (errno) {
      server.refusals.set(key, errno.errno)
      return { error: errno }
    }
    server.effects.push({ uid, key, path, args })
    if (path !== 'address/save') return { answer: { done: key } }
    const id = `${uid} ${String(args['id'])}`
    const version = (server.addresses.get(id)?.version ?? 0) + 1
    server.addresses.set(id, { version, detail: args['detail'] })
    return { answer: { version } }
  }

  function refusalOf(uid: string, path: string, args: Record<string, unknown>): ApiError | undefined {
    if (path === 'address/save') {
      const version = server.addresses.get(`${uid} ${String(args['id'])}`)?.version ?? null
      return version === args['basedOn'] ? undefined : refusal('changed_meanwhile')
    }
    if (path === exchange.path && dice.chance(server.faults.refuses)) return refusal('balance_insufficient')
    if (path === 'redeemCodeRule/use' && dice.chance(server.faults.refuses)) return refusal('redeem_wrong')
    return undefined
  }

  return server
}

export function refusal(code: ErrorCode, retryAfter?: number): ApiError {
  const { errno, http } = errors[code]
  return new ApiError('rejected', code, { errno, http, retryAfter })
}
