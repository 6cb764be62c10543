import type { Region } from '#protocol/addresses.ts'
import type { Db } from '../../db/open.ts'
import { localized } from '../../db/localized.ts'
import { DomainError } from '../../http/domain-error.ts'
import { initialOf } from './rules.ts'

/** Every region of a country, each part before its cities. Throws a DomainError where the country is not known. */
export async function regionsOf(db: Db, country: string, language: string): Promise<Region[]> {
  const known = await db.selectFrom('country').select('id').where('id', '=', country).executeTakeFirst()
  if (!known) throw new DomainError('not_found')
  const rows = await db
    .selectFrom('region')
    .select(['id', 'parentId', 'name', 'latitude', 'longitude'])
    .where('country', '=', country)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const parents = new Set(rows.map((it) => it.parentId))
  return rows.map(({ id, parentId, name, latitude, longitude }) => {
    const words = localized(language, name)
    const position = latitude === null || longitude === null ? null : { latitude, longitude }
    return { id, parentId, name: words, initial: initialOf(words), leaf: !parents.has(id), position }
  })
}

/** True where a region is there and a leaf: nothing can be sent to a whole province. */
export async function isLeaf(db: Db, regionId: string): Promise<boolean> {
  const region = await db
    .selectFrom('region')
    .select('id')
    .where('id', '=', regionId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('region as below').select('below.id').whereRef('below.parentId', '=', 'region.id'))),
    )
    .executeTakeFirst()
  return region !== undefined
}
