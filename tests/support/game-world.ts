import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { keyringOf } from '#server/db/keyring.ts'
import type { Database, Db } from '#server/db/open.ts'
import { slotAt } from '#server/features/games/fair-draw.ts'
import { play, type Wanted } from '#server/features/games/playing.ts'
import { closePool } from '#server/features/games/pool-closing.ts'
import { receiveShare } from '#server/features/games/pool.ts'
import { receivePrize } from '#server/features/games/receiving.ts'
import { tableOf } from '#server/features/games/table.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { OperatorShort, payInCapital } from '#server/ledger/set-aside.ts'
import { variants, type Event } from './game-history.ts'
import { keepingOf, type Kept } from './game-keeping.ts'
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

async function keep(world: GameWorld, event: Kept): Promise<string> {
  const { clock, model } = world
  const { work, expected, note } = keepingOf({ clock, model, ring }, event)
  const outcome = await outcomeOf(world, event.crash, work)
  expect(event.crash === null ? [expected] : [expected === 'done' ? 'crashed' : expected, 'crashed']).toContain(outcome)
  if (outcome === 'done') note(model, clock.now())
  return outcome
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
