import { createHash } from 'node:crypto'
import { instant, type Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { digestIn, pictureFile, productPictureSize } from '../../../picture-address.ts'
import { redrawnPicture } from '../../../redrawn-picture.ts'
import { CatalogueFaults, type CatalogueFile } from './catalogue-file.ts'

const shown = { ...productPictureSize, background: '#fff' }

/** A picture that came with a catalogue; null where its file can't be used. */
type GivenPicture = { digest: string; bytes: Uint8Array } | null

/** Pictures by the name that the catalogue has for them. */
export type GivenPictures = ReadonlyMap<string, GivenPicture>

/**
 * Draws anew the pictures that came with a catalogue, in base64 by their names. One that is stored already, as an
 * export gave it out, stays as it is. Takes long, so it is no work for a transaction.
 */
export async function redrawPictures(db: Db, given: Readonly<Record<string, string>>): Promise<GivenPictures> {
  const pictures = new Map<string, GivenPicture>()
  for (const [name, base64] of Object.entries(given)) {
    const raw = Buffer.from(base64, 'base64')
    const bytes = (await stored(db, digestOf(raw))) ? raw : await redrawnPicture(raw, shown)
    pictures.set(name, bytes ? { digest: digestOf(bytes), bytes } : null)
  }
  return pictures
}

/**
 * The file with each picture under the name by which it is stored. Throws CatalogueFaults where one can't be used, or
 * is neither given nor stored.
 */
export async function withPictures(db: Db, file: CatalogueFile, given: GivenPictures): Promise<CatalogueFile> {
  const faults: string[] = []
  const products: CatalogueFile['products'] = []
  for (const [at, it] of file.products.entries()) {
    const found = it.picture === null ? null : await resolved(db, it.picture, given)
    if (typeof found === 'object') products.push({ ...it, picture: found && pictureFile(found.digest) })
    else faults.push(`products.${at} (${it.device}).picture: "${it.picture}" ${found}`)
  }
  if (faults.length > 0) throw new CatalogueFaults(faults)
  return { ...file, products }
}

async function resolved(db: Db, name: string, given: GivenPictures): Promise<{ digest: string } | string> {
  const picture = given.get(name)
  if (picture) return picture
  if (picture === null) return 'is no JPEG, PNG or WebP picture of at most 16 million pixels, or is damaged'
  const digest = digestIn(name)
  return digest !== undefined && (await stored(db, digest)) ? { digest } : 'is not beside the catalogue'
}

/** Stores the pictures of products that are new here. They are stored before the products that have them. */
export async function storePictures(db: Db, { products }: CatalogueFile, given: GivenPictures): Promise<void> {
  const wanted = new Set(products.map((it) => it.picture))
  for (const it of given.values())
    if (it && wanted.has(pictureFile(it.digest)))
      await db
        .insertInto('productPicture')
        .values({ ...it, unusedSince: null })
        .onConflict((on) => on.column('digest').doNothing())
        .execute()
}

/** Notes which pictures no product has any more; the sweep deletes them a month later. */
export async function noteUnusedPictures(db: Db, clock: Clock): Promise<void> {
  await db
    .updateTable('productPicture')
    .set({ unusedSince: null })
    .where('unusedSince', 'is not', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('product').select('id').whereRef('picture', '=', 'digest')))
    .execute()
  await db
    .updateTable('productPicture')
    .set({ unusedSince: instant(clock) })
    .where('unusedSince', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('product').select('id').whereRef('picture', '=', 'digest'))),
    )
    .execute()
}

/** The pictures that products have now, in base64 by their names. */
export async function exportPictures(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('productPicture')
    .select(['digest', 'bytes'])
    .where('unusedSince', 'is', null)
    .execute()
  return Object.fromEntries(rows.map((it) => [pictureFile(it.digest), Buffer.from(it.bytes).toString('base64')]))
}

/** Whether a picture is here; a transaction that asks keeps it here, as the sweep could be deleting it. */
async function stored(db: Db, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('productPicture')
    .select('digest')
    .where('digest', '=', digest)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
