import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'

interface Wanted {
  memberId: string
  addressId: string | null
  language: string
}

/** Where a parcel goes: a copy, because a later edit of the address doesn't move a parcel. Throws `not_found`. */
export async function addressFor(
  db: Db,
  { memberId, addressId, language }: Wanted,
): Promise<{ recipient: string; phone: string; line: string }> {
  if (addressId === null)
    throw new DomainError('bad_request', { field: 'addressId', problem: 'is needed for a parcel' })
  const address = await db
    .selectFrom('address')
    .innerJoin('region', 'region.id', 'address.regionId')
    .leftJoin('region as part', 'part.id', 'region.parentId')
    .select(['recipient', 'phone', 'detail', 'postcode', 'region.name as city', 'part.name as province'])
    .where('memberId', '=', memberId)
    .where('address.id', '=', addressId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!address) throw new DomainError('not_found')
  const { recipient, phone, detail, postcode, city, province } = address
  const regions = [city, province].flatMap((it) => (it ? [localized(language, it)] : []))
  return { recipient, phone, line: [detail, ...regions, ...(postcode ? [postcode] : [])].join(', ') }
}
