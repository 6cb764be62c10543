import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { GameRule } from './game-rule.ts'

/**
 * Publishes a rule as the next version of its game, and gives that version. What was drawn before keeps its own. Stock
 * of a slot that was counted before stays as it is.
 */
export async function publishGame(db: Db, rule: GameRule, clock: Clock): Promise<number> {
  const { id: game, kind, position } = rule
  const before = await db.selectFrom('game').selectAll().where('id', '=', game).forUpdate().executeTakeFirst()
  if (before && before.kind !== kind)
    throw new DomainError('bad_request', { field: 'kind', problem: `is ${before.kind} here, and stays so` })
  const version = (before?.version ?? 0) + 1
  if (before) await db.updateTable('game').set({ version, position }).where('id', '=', game).execute()
  else await db.insertInto('game').values({ id: game, kind, version, position, stoppedAt: null }).execute()
  await db
    .insertInto('gameRule')
    .values({
      game,
      version,
      name: JSON.stringify(rule.name),
      line: JSON.stringify(rule.line),
      art: rule.art,
      priceOf: rule.price.of,
      priceAmount: rule.price.amount,
      dailyLimit: rule.dailyLimit,
      levelNeeded: rule.levelNeeded,
      guaranteeEvery: rule.guaranteeEvery,
      mostAtOnce: rule.mostAtOnce,
      publishedAt: instant(clock),
    })
    .execute()
  await writeSlots(db, { game, version, rule })
  return version
}

/** Stops a game, or lets it go on. False where there is none of this name. */
export async function stopGame(db: Db, game: string, stoppedAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game')
    .set({ stoppedAt })
    .where('id', '=', game)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Adds pieces to a slot whose stock is counted, or takes some away; gives how many there are then. */
export async function addStock(
  db: Db,
  { game, key, pieces }: { game: string; key: string; pieces: number },
): Promise<number> {
  const row = await db
    .selectFrom('gameStock')
    .select('pieces')
    .where('game', '=', game)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!row)
    throw new DomainError('bad_request', { field: key, problem: 'is no slot of this game whose stock is counted' })
  const left = row.pieces + pieces
  if (left < 0)
    throw new DomainError('bad_request', { field: 'pieces', problem: `would leave less than nothing of ${row.pieces}` })
  await db.updateTable('gameStock').set({ pieces: left }).where('game', '=', game).where('key', '=', key).execute()
  return left
}

async function writeSlots(
  db: Db,
  { game, version, rule }: { game: string; version: number; rule: GameRule },
): Promise<void> {
  await db
    .insertInto('gameSlot')
    .values(
      rule.slots.map(({ key, name, art, gift, weight, guaranteed, stock }, position) => ({
        id: randomUUID(),
        game,
        version,
        position,
        key,
        name: JSON.stringify(name),
        art,
        gift: gift && JSON.stringify(gift),
        weight,
        guaranteed,
        limited: stock !== null,
      })),
    )
    .execute()
  const counted = rule.slots.flatMap(({ key, stock }) => (stock === null ? [] : [{ game, key, pieces: stock }]))
  if (counted.length > 0)
    await db
      .insertInto('gameStock')
      .values(counted)
      .onConflict((it) => it.columns(['game', 'key']).doNothing())
      .execute()
}
