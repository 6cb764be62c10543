import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { Seed, seedRenew } from '#protocol/games.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { DomainError } from '../../http/domain-error.ts'
import { newSeed } from './fair-draw.ts'
import { drawsOfSeed, mostAtOnce } from './rules.ts'

export type SeedRow = Selectable<Schema['drawSeed']>

/** The seed that a member's next draws use; made where there is none. */
export async function openSeed(db: Db, ring: Keyring, memberId: string, clock: Clock): Promise<SeedRow> {
  const known = await findOpen(db, memberId)
  if (known) return known
  const id = randomUUID()
  const { seed, hash } = newSeed()
  const { ciphertext, keyId } = ring.encrypt(seed, placeOf(id))
  await db
    .insertInto('drawSeed')
    .values({ id, memberId, hash, seedSealed: ciphertext, keyId, seed: null, madeAt: instant(clock), revealedAt: null })
    .onConflict((it) => it.column('memberId').where('revealedAt', 'is', null).doNothing())
    .execute()
  const made = await findOpen(db, memberId)
  if (!made) throw new Error('a seed that was made is gone')
  return made
}

/** The seed as its owner sees it before it is revealed. */
export function shownSeed({ hash, nextNonce }: Pick<SeedRow, 'hash' | 'nextNonce'>): Seed {
  return { seedHash: hash, nonce: nextNonce, drawsLeft: drawsOfSeed + 1 - nextNonce }
}

export function secretOf(ring: Keyring, { id, seedSealed, keyId }: SeedRow): string {
  return ring.decrypt({ ciphertext: seedSealed ?? '', keyId: keyId ?? '' }, placeOf(id))
}

/**
 * Notes that `count` draws were made. A seed that no longer suffices for the largest command is revealed, and the next
 * one takes its place. Gives the seed of the next draw; the caller has locked the member.
 */
export async function useSeed(db: Db, ring: Keyring, row: SeedRow, count: number, clock: Clock): Promise<SeedRow> {
  const used = { ...row, nextNonce: row.nextNonce + count }
  await db
    .updateTable('drawSeed')
    .set({ nextNonce: used.nextNonce })
    .where('memberId', '=', row.memberId)
    .where('id', '=', row.id)
    .execute()
  if (drawsOfSeed + 1 - used.nextNonce >= mostAtOnce) return used
  await reveal(db, ring, used, clock)
  return await openSeed(db, ring, row.memberId, clock)
}

/** Reveals the caller's seed and makes the next one. Throws `seed_changed` where it is not theirs or no longer open. */
export async function renewSeed(
  db: Db,
  ring: Keyring,
  { memberId, seedHash }: { memberId: string; seedHash: string },
  clock: Clock,
): Promise<Answer<typeof seedRenew>> {
  await lockMember(db, memberId)
  const open = await findOpen(db, memberId)
  if (open?.hash !== seedHash) throw new DomainError('seed_changed')
  const serverSeed = await reveal(db, ring, open, clock)
  return { revealed: { seedHash, serverSeed }, seed: shownSeed(await openSeed(db, ring, memberId, clock)) }
}

/**
 * Reveals the open seeds that were made by then, and gives how many they were; the next draw makes a new one. For a
 * database restored to that instant: a seed may have drawn since then, or be known, and would draw the same again.
 */
export async function revealOpenSeeds(db: Db, ring: Keyring, madeBy: string, clock: Clock): Promise<number> {
  const rows = await db
    .selectFrom('drawSeed')
    .selectAll()
    .where('revealedAt', 'is', null)
    .where('madeAt', '<=', madeBy)
    .execute()
  const revealed = rows.map((it) => ({ member_id: it.memberId, id: it.id, seed: secretOf(ring, it) }))
  // One that was revealed meanwhile is in this statement no more.
  const { numAffectedRows = 0n } = await sql`
    update draw_seed set seed = it.seed, seed_sealed = null, key_id = null, revealed_at = ${instant(clock)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(revealed)}::text::jsonb) as it(member_id uuid, id uuid, seed text)
    where draw_seed.member_id = it.member_id and draw_seed.id = it.id and revealed_at is null`.execute(db)
  return Number(numAffectedRows)
}

/** Encrypts again what lies under an older key, up to `limit` seeds; gives how many they were. */
export async function reencryptSeeds(db: Db, ring: Keyring, limit: number): Promise<number> {
  const rows = await db.selectFrom('drawSeed').selectAll().where('keyId', '!=', ring.currentId).limit(limit).execute()
  for (const row of rows) {
    const { ciphertext, keyId } = ring.encrypt(secretOf(ring, row), placeOf(row.id))
    await db
      .updateTable('drawSeed')
      .set({ seedSealed: ciphertext, keyId })
      .where('memberId', '=', row.memberId)
      .where('id', '=', row.id)
      // Not where it was revealed meanwhile.
      .where('keyId', '=', row.keyId)
      .execute()
  }
  return rows.length
}

async function findOpen(db: Db, memberId: string): Promise<SeedRow | undefined> {
  return await db
    .selectFrom('drawSeed')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('revealedAt', 'is', null)
    .executeTakeFirst()
}

async function reveal(db: Db, ring: Keyring, row: SeedRow, clock: Clock): Promise<string> {
  const seed = secretOf(ring, row)
  await db
    .updateTable('drawSeed')
    .set({ seed, seedSealed: null, keyId: null, revealedAt: instant(clock) })
    .where('memberId', '=', row.memberId)
    .where('id', '=', row.id)
    .execute()
  return seed
}

function placeOf(id: string): string {
  return `draw_seed/${id}`
}
