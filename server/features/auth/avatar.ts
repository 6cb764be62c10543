import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { pictureAddress } from '../../picture-address.ts'
import { noteEdits } from './profile-edits.ts'

/** Makes a picture the member's avatar, in place of the one before, unless a later edit was heard of. */
export async function setAvatar(
  db: Db,
  { memberId, madeAt, bytes }: { memberId: string; madeAt: string; bytes: Uint8Array },
  clock: Clock,
): Promise<void> {
  const [isNewest] = await noteEdits(db, { memberId, fields: ['avatarUrl'], madeAt }, clock)
  if (!isNewest) return
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const row = { id: randomUUID(), digest, bytes, madeAt: instant(Math.min(millisOf(madeAt), clock.now())) }
  await db
    .insertInto('avatar')
    .values({ memberId, ...row })
    .onConflict((it) => it.column('memberId').doUpdateSet(row))
    .execute()
  await db
    .updateTable('member')
    .set({ avatarUrl: pictureAddress(digest) })
    .where('id', '=', memberId)
    .execute()
}

/** Deletes the member's picture, if there is one. */
export async function deleteAvatar(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('avatar').where('memberId', '=', memberId).execute()
}

/** The id of the member's picture; null where they have none. */
export async function avatarIdOf(db: Db, memberId: string): Promise<string | null> {
  const own = await db.selectFrom('avatar').select('id').where('memberId', '=', memberId).executeTakeFirst()
  return own?.id ?? null
}

/** Throws `not_found` unless the picture is the member's. */
export async function rejectOthersAvatar(db: Db, memberId: string, id: string): Promise<void> {
  if ((await avatarIdOf(db, memberId)) !== id) throw new DomainError('not_found')
}
