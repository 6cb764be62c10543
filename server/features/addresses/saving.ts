import type { addressDelete, addressSave } from '#protocol/addresses.ts'
import type { Args } from '#protocol/call.ts'
import { instant, type Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { addressOf } from './addresses.ts'
import { isLeaf } from './regions.ts'
import { isNewer, mostAddresses, nextVersion, type Known } from './rules.ts'

/** Who asks, and in which language they are answered. */
interface Asking {
  memberId: string
  language: string
}

type AddressEdit = Args<typeof addressSave>

/**
 * Saves an address. Throws a DomainError where another device saved it meanwhile (with its version), where the region
 * is not a leaf, or where there are too many.
 */
export async function saveAddress(
  db: Db,
  { memberId, language }: Asking,
  edit: AddressEdit,
  clock: Clock,
): Promise<void> {
  const known = await knownOf(db, memberId, edit.id)
  if (isNewer(known, edit.basedOn)) {
    const theirs = await addressOf(db, memberId, edit.id, language)
    if (theirs && says(theirs) === says(edit)) return
    throw new DomainError('changed_meanwhile', {}, { data: { version: known?.version, address: theirs } })
  }
  const isNew = !known || known.isDeleted
  if (!(await isLeaf(db, edit.regionId))) throw new DomainError(isNew ? 'add_failed' : 'update_failed')
  if (isNew) await rejectFull(db, memberId)
  // Their versions stay: an unsent edit of them on another device must not meet a conflict because of this.
  if (edit.isDefault)
    await db
      .updateTable('address')
      .set({ isDefault: false })
      .where('memberId', '=', memberId)
      .where('isDefault', '=', true)
      .execute()
  const { id, recipient, phone, regionId, detail, postcode, position, isDefault } = edit
  const row = {
    recipient,
    phone,
    regionId,
    detail,
    postcode,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    isDefault,
    version: nextVersion(known, edit.basedOn),
    savedAt: instant(clock),
    deletedAt: null,
  }
  await db
    .insertInto('address')
    .values({ memberId, id, ...row })
    .onConflict((it) => it.columns(['memberId', 'id']).doUpdateSet(row))
    .execute()
}

/**
 * Deletes an address and answers the version of the deletion; deleting twice changes nothing. Throws a DomainError
 * where another device has edited it meanwhile.
 */
export async function deleteAddress(
  db: Db,
  { memberId, language }: Asking,
  { id, basedOn }: Args<typeof addressDelete>,
  clock: Clock,
): Promise<number> {
  const known = await knownOf(db, memberId, id)
  if (!known || known.isDeleted) return known?.version ?? basedOn
  if (isNewer(known, basedOn)) {
    throw new DomainError(
      'changed_meanwhile',
      {},
      { data: { version: known.version, address: await addressOf(db, memberId, id, language) } },
    )
  }
  const version = nextVersion(known, basedOn)
  await db
    .updateTable('address')
    .set({
      recipient: '',
      phone: '',
      detail: '',
      postcode: null,
      latitude: null,
      longitude: null,
      isDefault: false,
      version,
      deletedAt: instant(clock),
    })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
  return version
}

/** An address's version and whether it is deleted. Locks the member, so that devices change addresses one at a time. */
async function knownOf(db: Db, memberId: string, id: string): Promise<Known | undefined> {
  await lockMember(db, memberId)
  const row = await db
    .selectFrom('address')
    .select(['version', 'deletedAt'])
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { version: row.version, isDeleted: row.deletedAt !== null }
}

/** An address's content as text: two devices that saved the same content are in no conflict. */
function says({
  recipient,
  phone,
  regionId,
  detail,
  postcode,
  position,
  isDefault,
}: Omit<AddressEdit, 'id' | 'basedOn'>): string {
  return JSON.stringify([
    recipient,
    phone,
    regionId,
    detail,
    postcode,
    position?.latitude,
    position?.longitude,
    isDefault,
  ])
}

async function rejectFull(db: Db, memberId: string): Promise<void> {
  const { count } = await db
    .selectFrom('address')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= mostAddresses) throw new DomainError('address_limit_reached', { limit: mostAddresses })
}
