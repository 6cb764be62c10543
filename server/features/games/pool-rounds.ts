import type { Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, millisOf } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { mondayOf, weekOf } from '../../db/weeks.ts'
import { newSeed } from './fair-draw.ts'

export type RoundRow = Selectable<Schema['poolRound']>

/** What a round is opened with: each draw puts in a tenth of its gold coins, and five tickets win. */
export const poolRule = { shareBp: 1000, winners: 5 } as const

/** The round that an instant falls in: its week in UTC, `2026-W47`. */
export function roundAt(when: number): string {
  return weekOf(dayIn('UTC', when))
}

export function roundAfter(round: string): string {
  return weekOf(addDays(mondayOf(round), 7))
}

/** When a round opens, in milliseconds: Monday at 00:00 in UTC. */
export function openingOf(round: string): number {
  return millisOf(`${mondayOf(round)}T00:00:00.000Z`)
}

/** When a round closes, in milliseconds: Monday at 00:00 in UTC. */
export function closingOf(round: string): number {
  return openingOf(roundAfter(round))
}

/** A round, opened with a seed of its own where it isn't there yet. */
export async function roundOf(db: Db, ring: Keyring, round: string): Promise<RoundRow> {
  const known = await find(db, round)
  if (known) return known
  const { seed, hash } = newSeed()
  const { ciphertext, keyId } = ring.encrypt(seed, placeOfRound(round))
  await db
    .insertInto('poolRound')
    .values({
      round,
      ...poolRule,
      seedHash: hash,
      seedSealed: ciphertext,
      keyId,
      seed: null,
      points: null,
      draws: null,
      closedAt: null,
    })
    .onConflict((it) => it.column('round').doNothing())
    .execute()
  const made = await find(db, round)
  if (!made) throw new Error('a round that was made is gone')
  return made
}

/**
 * The round that a draw of now is a ticket of, held open until the transaction ends: closing waits for it. A draw that
 * comes after the close of its week belongs to the next one.
 */
export async function roundForDraw(db: Db, ring: Keyring, clock: Clock): Promise<string> {
  let { round } = await roundOf(db, ring, roundAt(clock.now()))
  for (;;) {
    const { closedAt } = await db
      .selectFrom('poolRound')
      .select('closedAt')
      .where('round', '=', round)
      .forKeyShare()
      .executeTakeFirstOrThrow()
    if (closedAt === null) return round
    round = (await roundOf(db, ring, roundAfter(round))).round
  }
}

/** Encrypts again the seeds of rounds that lie under an older key; gives how many they were. */
export async function reencryptRounds(db: Db, ring: Keyring): Promise<number> {
  const rows = await db.selectFrom('poolRound').selectAll().where('keyId', '!=', ring.currentId).forUpdate().execute()
  for (const { round, ...row } of rows) {
    const seed = ring.decrypt({ ciphertext: row.seedSealed ?? '', keyId: row.keyId ?? '' }, placeOfRound(round))
    const { ciphertext, keyId } = ring.encrypt(seed, placeOfRound(round))
    await db.updateTable('poolRound').set({ seedSealed: ciphertext, keyId }).where('round', '=', round).execute()
  }
  return rows.length
}

export function placeOfRound(round: string): string {
  return `pool_round/${round}`
}

async function find(db: Db, round: string): Promise<RoundRow | undefined> {
  return await db.selectFrom('poolRound').selectAll().where('round', '=', round).executeTakeFirst()
}
