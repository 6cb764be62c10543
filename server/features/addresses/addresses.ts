import type { Address } from '#protocol/addresses.ts'
import type { Db } from '../../db/open.ts'
import { localized } from '../../db/localized.ts'

/** A member's addresses in the caller's language, the default first, then as they were last saved. */
export async function addressesOf(db: Db, memberId: string, language: string): Promise<Address[]> {
  const rows = await rowsOf(db, memberId)
    .orderBy('isDefault', 'desc')
    .orderBy('savedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => shown(row, language))
}

/** One of a member's addresses; null where there is none, or it was deleted. */
export async function addressOf(db: Db, memberId: string, id: string, language: string): Promise<Address | null> {
  const row = await rowsOf(db, memberId).where('address.id', '=', id).executeTakeFirst()
  return row ? shown(row, language) : null
}

function rowsOf(db: Db, memberId: string) {
  return db
    .selectFrom('address')
    .innerJoin('region', 'region.id', 'address.regionId')
    .leftJoin('region as part', 'part.id', 'region.parentId')
    .selectAll('address')
    .select(['region.name as cityName', 'part.name as partName'])
    .where('memberId', '=', memberId)
    .where('deletedAt', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function shown({ cityName, partName, latitude, longitude, ...row }: Row, language: string): Address {
  return {
    id: row.id,
    recipient: row.recipient,
    phone: row.phone,
    regionId: row.regionId,
    detail: row.detail,
    postcode: row.postcode,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    isDefault: row.isDefault,
    version: row.version,
    savedAt: row.savedAt,
    region: [...(partName ? [localized(language, partName)] : []), localized(language, cityName)],
  }
}
