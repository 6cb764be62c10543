import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Schema, LocalizedText } from '../schema.ts'
import { elsewhere } from './regions-elsewhere.ts'
import { centresOf } from './region-positions.ts'
import { indonesia } from './regions-indonesia.ts'

type Region = Omit<Schema['region'], 'name'> & { name: LocalizedText }

/** Provinces and cities by country; their ids are the same in every release. */
export const regions: readonly Region[] = [
  ...indonesia.flatMap(([en, id, cities], at) => partWith('id', { en, id }, cities, at)),
  ...Object.entries(elsewhere).flatMap(([country, parts]) =>
    parts.flatMap(([en, cities], at) => partWith(country, { en }, cities, at)),
  ),
]

/** Repeating it changes nothing, but gives their centres to regions that an earlier release has written. */
export async function seedRegions(db: Db): Promise<void> {
  await db
    .insertInto('region')
    .values(regions.map((it) => ({ ...it, name: JSON.stringify(it.name) })))
    .onConflict((it) =>
      it
        .column('id')
        .doUpdateSet({ latitude: sql`excluded.latitude`, longitude: sql`excluded.longitude` })
        .where('region.latitude', 'is', null)
        .where(sql`excluded.latitude`, 'is not', null),
    )
    .execute()
}

/** A city is written by its name, or by `English|Indonesian` where they differ. */
function partWith(country: string, name: LocalizedText, cities: string, at: number): Region[] {
  const id = `${country}-${slugOf(name.en)}`
  const part: Region = { id, country, parentId: null, name, position: at * 100, latitude: null, longitude: null }
  const written = cities.split(', ')
  const centres = centresOf(id, written.length)
  return [
    part,
    ...written.map((city, n): Region => {
      const [en = '', indonesian] = city.split('|')
      return {
        id: `${part.id}-${slugOf(en)}`,
        country,
        parentId: part.id,
        name: indonesian === undefined ? { en } : { en, id: indonesian },
        position: part.position + n + 1,
        ...centres[n]!,
      }
    }),
  ]
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
