import type { Db } from '../open.ts'
import type { Schema, LocalizedText } from '../schema.ts'
import { elsewhere } from './regions-elsewhere.ts'
import { indonesia } from './regions-indonesia.ts'

type Region = Omit<Schema['region'], 'name'> & { name: LocalizedText }

/** Provinces and cities by country; their ids are the same in every release. */
export const regions: readonly Region[] = [
  ...indonesia.flatMap(([en, id, cities], at) => partWith('id', { en, id }, cities, at)),
  ...Object.entries(elsewhere).flatMap(([country, parts]) =>
    parts.flatMap(([en, cities], at) => partWith(country, { en }, cities, at)),
  ),
]

/** Repeating it changes nothing. */
export async function seedRegions(db: Db): Promise<void> {
  await db
    .insertInto('region')
    .values(regions.map((it) => ({ ...it, name: JSON.stringify(it.name) })))
    .onConflict((it) => it.column('id').doNothing())
    .execute()
}

/** A city is written by its name, or by `English|Indonesian` where they differ. */
function partWith(country: string, name: LocalizedText, cities: string, at: number): Region[] {
  const part: Region = { id: `${country}-${slugOf(name.en)}`, country, parentId: null, name, position: at * 100 }
  return [
    part,
    ...cities.split(', ').map((city, n): Region => {
      const [en = '', id] = city.split('|')
      return {
        id: `${part.id}-${slugOf(en)}`,
        country,
        parentId: part.id,
        name: id === undefined ? { en } : { en, id },
        position: part.position + n + 1,
      }
    }),
  ]
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
