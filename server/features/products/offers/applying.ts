import { sql } from 'kysely'
import { instant, type Clock } from '../../../clock.ts'
import { booksCurrency } from '../../../db/books-currency.ts'
import type { Db } from '../../../db/open.ts'
import { seedId } from '../../../db/seed/seed-id.ts'
import { openMachineAccount } from '../../../ledger/accounts.ts'
import { digestIn } from '../../../picture-address.ts'
import { CatalogueFaults, type CatalogueCategory, type CatalogueFile, type CatalogueProduct } from './catalogue-file.ts'
import { changesOf, type Change, type Known } from './changes.ts'
import { noteUnusedPictures, storePictures, withPictures, type GivenPictures } from './pictures.ts'
import { knownCategories, knownProducts, type KnownProduct } from './exporting.ts'

/** What applying a file would change. Throws CatalogueFaults where it names what isn't there. */
export async function diffCatalogue(db: Db, given: CatalogueFile, pictures: GivenPictures): Promise<Change[]> {
  return checked(await withPictures(db, given, pictures), await knownOf(db)).changes
}

/**
 * Makes the catalogue what the file says, and keeps the file as a version of its own. What the file leaves out stays as
 * it is. Throws CatalogueFaults where something in it is refused; then nothing is changed. Applied again it changes
 * nothing.
 */
export async function applyCatalogue(
  db: Db,
  given: CatalogueFile,
  { by, why, pictures }: { by: string; why: string; pictures: GivenPictures },
  clock: Clock,
): Promise<{ changes: Change[]; version: number | null }> {
  const file = await withPictures(db, given, pictures)
  const known = await knownOf(db, { lock: true })
  const { changes } = checked(file, known)
  const refused = changes.filter((it) => it.refused !== undefined)
  if (refused.length > 0)
    throw new CatalogueFaults(refused.map((it) => `${it.of}.${it.field}: ${it.means}; ${it.refused}`))
  if (changes.length === 0) return { changes, version: null }
  // A row can only refer to a parent that is there.
  const parentsFirst = [...file.categories.entries()].toSorted(
    ([, a], [, b]) => Number(a.parent !== null) - Number(b.parent !== null),
  )
  for (const [position, it] of parentsFirst) await writeCategory(db, it, known, position)
  await storePictures(db, file, pictures)
  const places = placesOf(file, known)
  for (const it of file.products) {
    const now = known.products.find((one) => one.file.device === it.device)
    const position = places.get(it.device) ?? 0
    if (now) await changeProduct(db, now, it, position)
    else await addProduct(db, it, position, clock)
  }
  await noteUnusedPictures(db, clock)
  const { number } = await db
    .insertInto('catalogueVersion')
    .values({ at: instant(clock), byName: by, why, file: JSON.stringify(file), changes: JSON.stringify(changes) })
    .returning('number')
    .executeTakeFirstOrThrow()
  return { changes, version: number }
}

async function knownOf(db: Db, { lock = false } = {}): Promise<Known> {
  const operators = await db.selectFrom('operator').select('id').execute()
  const levels = await db.selectFrom('level').select('level').execute()
  return {
    products: await knownProducts(db, { lock }),
    categories: await knownCategories(db),
    operators: operators.map((it) => it.id),
    levels: levels.map((it) => it.level),
  }
}

function checked(file: CatalogueFile, known: Known): { changes: Change[] } {
  const { changes, faults } = changesOf(file, known)
  if (faults.length > 0) throw new CatalogueFaults(faults)
  return { changes }
}

/** Known products of the file share the places they have, in the file's order; new ones come last. */
function placesOf({ products }: CatalogueFile, known: Known): Map<string, number> {
  const free = known.products.filter((it) => products.some(({ device }) => device === it.file.device))
  const taken = free.map((it) => it.position).toSorted((a, b) => a - b)
  let next = Math.max(-1, ...known.products.map((it) => it.position))
  return new Map(
    products.map(({ device }) => [device, free.some((it) => it.file.device === device) ? taken.shift()! : ++next]),
  )
}

async function writeCategory(db: Db, it: CatalogueCategory, { categories }: Known, place: number): Promise<void> {
  const row = { parentId: it.parent, kind: it.kind, name: JSON.stringify(it.name), art: it.art, isAi: it.isAi }
  const position = categories.some(({ id }) => id === it.id) ? {} : { position: categories.length + place }
  await db
    .insertInto('category')
    .values({ id: it.id, position: 0, ...row, ...position })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}

/** Columns of a product but its instant of offer and its place, which a file may leave as they are. */
function productRow(it: CatalogueProduct) {
  return {
    categoryId: it.category,
    kind: it.kind,
    operatorId: it.operator,
    name: it.name,
    edition: it.edition,
    art: it.art,
    picture: it.picture === null ? null : (digestIn(it.picture) ?? null),
    description: JSON.stringify(it.description),
    specification: JSON.stringify(it.specification),
    offer: it.offer,
    isFeatured: it.isFeatured,
    price: it.price,
    dailyIncome: it.dailyIncome,
    totalReturn: it.totalReturn,
    yieldRate: it.yieldRate,
    validityDays: it.validityDays,
    settlementType: it.settlementType,
    purchaseLimit: it.purchaseLimit,
    levelNeeded: it.levelNeeded,
    giftPoints: it.giftPoints,
    cancellationHours: it.cancellationHours,
  }
}

async function changeProduct(db: Db, now: KnownProduct, wanted: CatalogueProduct, position: number): Promise<void> {
  const { unitsKept, ...machine } = wanted.machine
  await db
    .updateTable('product')
    .set({
      ...productRow(wanted),
      position,
      ...(wanted.offeredFrom === undefined ? {} : { offeredFrom: wanted.offeredFrom }),
    })
    .where('id', '=', now.id)
    .execute()
  await forgetStand(db, now.machineId, machine)
  await db
    .updateTable('machine')
    .set({ ...machine, unitsKept })
    .where('id', '=', now.machineId)
    .execute()
  await db
    .updateTable('machineTotal')
    .set({ unitsFree: machine.unitsTotal - unitsKept - now.held })
    .where('machineId', '=', now.machineId)
    .execute()
}

/** Where the stand of a machine moves, positions that were at the one before are at no stand. */
async function forgetStand(
  db: Db,
  machineId: string,
  { latitude, longitude }: Pick<CatalogueProduct['machine'], 'latitude' | 'longitude'>,
): Promise<void> {
  await sql`
    update machine_position set is_at_stand = false from machine
    where machine_id = machine.id and machine.id = ${machineId} and is_at_stand
      and (machine.latitude, machine.longitude) is distinct from
        (${latitude}::double precision, ${longitude}::double precision)`.execute(db)
}

async function addProduct(db: Db, wanted: CatalogueProduct, position: number, clock: Clock): Promise<void> {
  const [id, machineId] = [seedId('product', wanted.device), seedId('machine', wanted.device)]
  const { unitsKept, ...machine } = wanted.machine
  const now = instant(clock)
  await db
    .insertInto('product')
    .values({
      id,
      currency: booksCurrency,
      position,
      ...productRow(wanted),
      offeredFrom: wanted.offeredFrom ?? now,
    })
    .execute()
  await db
    .insertInto('machine')
    .values({
      id: machineId,
      productId: id,
      accountId: await openMachineAccount(db, machineId, booksCurrency),
      deviceNumber: wanted.device,
      kind: wanted.kind,
      currency: booksCurrency,
      ...machine,
      unitsKept,
      stateSince: now,
    })
    .execute()
  await db
    .insertInto('machineTotal')
    .values({ machineId, unitsFree: machine.unitsTotal - unitsKept })
    .execute()
}
