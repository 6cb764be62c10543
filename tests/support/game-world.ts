import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { keyringOf } from '#server/db/keyring.ts'
import type { Database, Db } from '#server/db/open.ts'
import { rollOf, slotAt } from '#server/features/games/fair-draw.ts'
import { saveLimits } from '#server/features/games/limits.ts'
import { play, type Wanted } from '#server/features/games/playing.ts'
import { closePool } from '#server/features/games/pool-closing.ts'
import { receiveShare } from '#server/features/games/pool.ts'
import { addStock, publishGame, stopGame } from '#server/features/games/publishing.ts'
import { receivePrize } from '#server/features/games/receiving.ts'
import { openSeed, renewSeed } from '#server/features/games/seeds.ts'
import { tableOf } from '#server/features/games/table.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { balanceOf, systemAccount } from '#server/ledger/accounts.ts'
import { OperatorShort, payInCapital, setAside } from '#server/ledger/set-aside.ts'
import { variants, type Deed, type Event } from './game-history.ts'
import * as models from './game-model.ts'
import type { GameModel } from './game-model.ts'
import { givePoints } from './game-table.ts'
import type { ManualClock } from './manual-clock.ts'
import { crashing, dying, ignoringCrash, ProcessCrash } from './process-crash.ts'

const words = { language: 'en', translate: (name: string) => name }
const config = readConfig({ DEMO: '0', CARD_KEY: 'h'.repeat(43) })
const ring = keyringOf(config)

export interface GameWorld {
  database: Database
  clock: ManualClock
  model: GameModel
}

/** Does what an event says, on the server and in the model, and asserts that both answer alike. */
export async function happen(world: GameWorld, event: Event): Promise<string> {
  const { database, clock, model } = world
  switch (event.kind) {
    case 'give': {
      const player = models.playerOf(model, event.who)
      await givePoints(database, { memberId: player.id, gold: event.gold, lucky: event.lucky }, clock)
      player.gold += event.gold
      player.lucky += event.lucky
      return 'done'
    }
    case 'capital':
      await database.inTransaction((db) => payInCapital(db, { amount: event.amount, currency: 'USD' }, clock))
      model.operator += event.amount
      return 'done'
    case 'hours':
      clock.advance(event.hours * 3_600_000)
      return 'done'
    case 'close':
      await close(world, event.how)
      return 'done'
    case 'draw':
      return await draw(world, event)
    case 'receive':
      return await receive(world, event)
    case 'receive share':
      return await receiveOfPool(world, event)
    default:
      return await keep(world, event)
  }
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>

/** How a deed ends: `done`, the code of its refusal, or `crashed`. */
async function outcomeOf(
  { database }: GameWorld,
  crash: number | null,
  work: (db: Db) => Promise<unknown>,
): Promise<string> {
  try {
    await database.inTransaction((db) => (crash === null ? work(db) : dying(db, crash, work)))
    return 'done'
  } catch (cause) {
    if (cause instanceof ProcessCrash) return 'crashed'
    if (cause instanceof OperatorShort) return 'short'
    if (cause instanceof DomainError) return cause.code
    throw cause
  }
}

async function draw(world: GameWorld, event: Of<'draw'>): Promise<string> {
  const { database, clock, model } = world
  const { who, game, count, seen, crash } = event
  const { id: memberId } = models.playerOf(model, who)
  const { kind } = variants[game][0]
  const { games, seed } = await tableOf(database.kysely, ring, { memberId, kinds: [kind], words }, clock)
  const shown = games.find((it) => it.id === game)
  expect(shown?.slots.map((it) => it.weight)).toEqual(models.weightsOf(model, game))
  const wanted: Wanted = {
    memberId,
    kinds: [kind],
    gameId: game,
    count,
    memberSeed: `mine ${who}`,
    seedHash: seen === 'other seed' ? '0'.repeat(64) : seed.seedHash,
    odds: seen === 'other odds' ? '0:0' : (shown?.odds ?? ''),
    expectedPrice: (shown?.price.amount ?? 0) * count + (seen === 'other price' ? 1 : 0),
  }
  let played: Awaited<ReturnType<typeof play>> | undefined
  const outcome = await outcomeOf(world, crash, async (db) => {
    played = await play(db, ring, wanted, words, clock)
  })
  const expected = models.outcomeOfDraw(model, event, clock.now())
  // A refusal may come before the crash, or the crash before the refusal.
  expect(crash === null ? [expected] : [expected === 'done' ? 'crashed' : expected, 'crashed']).toContain(outcome)
  if (outcome !== 'done') return outcome
  expect(played?.draws).toHaveLength(count)
  for (const { id, proof } of played?.draws ?? []) {
    const { weights, byGuarantee } = models.chancesOf(model, who, game)
    const slot = slotAt(weights, proof.roll)
    expect({ weights: proof.slots.map((it) => it.weight), byGuarantee: proof.byGuarantee, at: proof.slotId }).toEqual({
      weights,
      byGuarantee,
      at: shown?.slots[slot]?.id,
    })
    models.drew(model, { who, game, slot, id }, clock.now())
  }
  return outcome
}

async function receive(world: GameWorld, { which, stranger, twice, crash }: Of<'receive'>): Promise<string> {
  const { clock, model } = world
  const drawn = model.players.flatMap((player) => player.draws.map((it) => ({ player, draw: it })))
  const chosen = drawn[which % Math.max(1, drawn.length)]
  if (!chosen) return 'none'
  const kinds = [variants[chosen.draw.game][0].kind]
  const memberId = byWhom(model, chosen.player.id, stranger)
  const expected = stranger ? 'not_found' : chosen.draw.status === 0 ? 'done' : 'nothing_to_claim'
  const outcome = await asked(world, { twice, crash, expected }, (db) =>
    receivePrize(db, { memberId, drawId: chosen.draw.id, kinds }, words, clock),
  )
  if (outcome === 'done') models.received(model, chosen.player, chosen.draw)
  return outcome
}

async function receiveOfPool(
  world: GameWorld,
  { which, stranger, twice, crash }: Of<'receive share'>,
): Promise<string> {
  const { clock, model } = world
  const shares = model.shares.filter((it) => model.players.some((player) => player.id === it.memberId))
  const share = shares[which % Math.max(1, shares.length)]
  if (!share) return 'none'
  const memberId = byWhom(model, share.memberId, stranger)
  const expected = stranger || share.amount === 0 ? 'not_found' : share.isReceived ? 'nothing_to_claim' : 'done'
  const outcome = await asked(world, { twice, crash, expected }, (db) =>
    receiveShare(db, { memberId, shareId: share.id }, clock),
  )
  if (outcome !== 'done') return outcome
  share.isReceived = true
  const player = model.players.find((it) => it.id === memberId)
  if (player) player.gold += share.amount
  return 'done'
}

function byWhom({ players }: GameModel, owner: string, stranger: boolean): string {
  return stranger ? (players.find((it) => it.id !== owner)?.id ?? '') : owner
}

/** Sends a receipt, twice at once where it is said; gives the outcome. What was received once is not received again. */
async function asked(
  world: GameWorld,
  { twice, crash, expected }: { twice: boolean; crash: number | null; expected: string },
  work: (db: Db) => Promise<unknown>,
): Promise<string> {
  if (crash !== null) {
    const outcome = await outcomeOf(world, crash, work)
    expect([expected === 'done' ? 'crashed' : expected, 'crashed']).toContain(outcome)
    return outcome
  }
  const outcomes = await Promise.all((twice ? [1, 2] : [1]).map(() => outcomeOf(world, null, work)))
  const second = expected === 'done' ? 'nothing_to_claim' : expected
  expect(outcomes.toSorted()).toEqual(twice ? [expected, second].toSorted() : [expected])
  return expected
}

type Kept = Exclude<Deed, { kind: 'draw' | 'receive' | 'receive share' }>

/** What the operator does, and what a member sets for themselves. */
async function keep(world: GameWorld, event: Kept): Promise<string> {
  const { clock, model } = world
  const { work, expected, note } = kept(world, event)
  const outcome = await outcomeOf(world, event.crash, work)
  expect(event.crash === null ? [expected] : [expected === 'done' ? 'crashed' : expected, 'crashed']).toContain(outcome)
  if (outcome === 'done') note(model, clock.now())
  return outcome
}

interface Keeping {
  work: (db: Db) => Promise<unknown>
  expected: string
  note: (model: GameModel, now: number) => void
}

function kept({ clock, model }: GameWorld, event: Kept): Keeping {
  switch (event.kind) {
    case 'stock': {
      const { key, pieces } = event
      const stock = model.stock[key]
      return {
        work: (db) => addStock(db, { game: 'nine', key, pieces }),
        expected: (stock?.pieces ?? 0) + pieces < 0 ? 'bad_request' : 'done',
        note: () => {
          if (!stock) throw new Error(`no stock of ${key}`)
          stock.pieces += pieces
          stock.put += pieces
        },
      }
    }
    case 'publish': {
      const rule = variants[event.game][event.variant % variants[event.game].length] ?? variants[event.game][0]
      return {
        work: (db) => publishGame(db, rule, clock),
        expected: 'done',
        note: ({ games }) => Object.assign(games[event.game], { rule, version: games[event.game].version + 1 }),
      }
    }
    case 'stop':
      return {
        work: (db) => stopGame(db, event.game, event.isStopped ? new Date(clock.now()).toISOString() : null),
        expected: 'done',
        note: ({ games }) => Object.assign(games[event.game], { isStopped: event.isStopped }),
      }
    case 'fund':
      return {
        work: (db) => setAside(db, { code: 'prizes', amount: event.amount, currency: 'USD' }, clock),
        expected: event.amount > model.operator ? 'short' : 'done',
        note: (it) => {
          it.operator -= event.amount
          it.prizes += event.amount
          it.funded += event.amount
        },
      }
    case 'limit': {
      const player = models.playerOf(model, event.who)
      const { daily, pause } = event
      return {
        work: (db) => saveLimits(db, { memberId: player.id, daily, pause }, clock),
        expected: 'done',
        note: (_, now) => models.limited(player, daily, pause, now),
      }
    }
    case 'renew':
      return {
        work: (db) => renew(db, models.playerOf(model, event.who).id, clock),
        expected: 'done',
        note: () => {},
      }
  }
}

/** Renews a seed, and repeats every draw that was made by it. */
async function renew(db: Db, memberId: string, clock: ManualClock): Promise<void> {
  const { hash: seedHash } = await openSeed(db, ring, memberId, clock)
  const { revealed } = await renewSeed(db, ring, { memberId, seedHash }, clock)
  expect(createHash('sha256').update(Buffer.from(revealed.serverSeed, 'hex')).digest('hex')).toBe(seedHash)
  const drawn = await db
    .selectFrom('draw')
    .innerJoin('drawSeed', 'drawSeed.id', 'draw.seedId')
    .select(['nonce', 'memberSeed', 'weights', 'roll'])
    .where('hash', '=', seedHash)
    .execute()
  for (const { weights, roll, ...of } of drawn) {
    const total = weights.reduce((sum, it) => sum + it, 0)
    expect(rollOf({ ...of, serverSeed: revealed.serverSeed }, total)).toBe(roll)
  }
}

async function close({ database, clock, model }: GameWorld, how: Of<'close'>['how']): Promise<void> {
  if (how === 'crash first') await ignoringCrash(() => closePool({ database: crashing(database), clock, config }))
  await Promise.all((how === 'twice at once' ? [1, 2] : [1]).map(() => closePool({ database, clock, config })))
  const closed = models.closeRounds(model, clock.now())
  const known = new Set(model.shares.map((it) => it.id))
  const rows = await database.kysely.selectFrom('poolShare').selectAll().orderBy('round').orderBy('place').execute()
  const fresh = rows.filter((it) => !known.has(it.id))
  const dealt = closed.flatMap((round) =>
    Array.from({ length: round.closed?.winners ?? 0 }, () => ({ round, amount: round.closed?.amount ?? 0 })),
  )
  expect(fresh.map((it) => [it.amount, it.memberId])).toEqual(
    dealt.map(({ round, amount }, n) => [amount, round.owners[fresh[n]?.ticket ?? -1]]),
  )
  model.shares.push(...fresh.map(({ id, memberId, amount }) => ({ id, memberId, amount, isReceived: false })))
}

/** What stands in the database, in the shape of `expectedIn`. */
export async function standing(db: Db, { players }: GameModel): Promise<object> {
  const ids = players.map((it) => it.id)
  const { rows } = await sql<{ of: string; code: string; balance: number }>`
    select coalesce(owner_id::text, '') as of, code, balance from account
    where owner_id = any(${ids}::uuid[]) and code in ('gold', 'lucky', 'income', 'prize_due') and balance <> 0
      or owner_id is null and code = 'prizes' and balance <> 0`.execute(db)
  const draws = await db.selectFrom('draw').select(['id', 'status', 'version']).where('memberId', 'in', ids).execute()
  const coupons = await db.selectFrom('coupon').select('memberId').where('memberId', 'in', ids).execute()
  const stock = await db.selectFrom('gameStock').select(['key', 'pieces']).where('game', '=', 'nine').execute()
  const rounds = await db.selectFrom('poolRound').select(['carried', 'points', 'draws']).orderBy('round').execute()
  const games = await db.selectFrom('game').select(['id', 'version']).execute()
  return {
    operator: await balanceOf(db, await systemAccount(db, 'operator', 'USD')),
    balances: new Map(rows.map((it) => [`${it.of} ${it.code}`, it.balance])),
    draws: new Map(draws.map((it) => [it.id, it.status])),
    coupons: coupons.map((it) => it.memberId).toSorted(),
    stock: new Map(stock.map((it) => [it.key, it.pieces])),
    rounds,
    versions: new Map(games.map((it) => [it.id, it.version])),
  }
}

/** What must stand there by the model. */
export function expectedIn(model: GameModel): object {
  const { players, rounds } = model
  const balances = [
    [' prizes', model.prizes] as const,
    ...players.flatMap((it) =>
      (['gold', 'lucky', 'income', 'prize_due'] as const).map((code) => [`${it.id} ${code}`, it[code]] as const),
    ),
  ]
  return {
    operator: model.operator,
    balances: new Map(balances.filter(([, it]) => it !== 0)),
    draws: new Map(players.flatMap((it) => it.draws.map(({ id, status }) => [id, status]))),
    coupons: players.flatMap((it) => Array.from({ length: it.coupons }, () => it.id)).toSorted(),
    stock: new Map(Object.entries(model.stock).map(([key, it]) => [key, it.pieces])),
    rounds: [...rounds]
      .toSorted(([a], [b]) => a - b)
      .map(([, { carried, owners, closed }]) => ({
        carried,
        points: closed?.points ?? null,
        draws: closed ? owners.length : null,
      })),
    versions: new Map(Object.entries(model.games).map(([id, it]) => [id, it.version])),
  }
}
