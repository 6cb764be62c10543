import { sql } from 'kysely'
import { besideMachine, machineBeside } from '../../../db/beside-machine.ts'
import { lockMachines, type MachineTotal } from '../../../db/machine-totals.ts'
import type { Db } from '../../../db/open.ts'
import { pictureFile } from '../../../picture-address.ts'
import type { CatalogueCategory, CatalogueFile, CatalogueProduct } from './catalogue-file.ts'

/** A product as the file has it, and what of it is bought or earned. */
export interface KnownProduct {
  id: string
  machineId: string
  position: number
  file: CatalogueProduct
  /** Units that members hold now. */
  held: number
  /** Whether its machine was closed for good. */
  isClosed: boolean
  /** Whether a unit was ever bought, or revenue booked. */
  isBegun: boolean
}

/** The whole catalogue as it is: applying it again changes nothing. */
export async function exportCatalogue(db: Db): Promise<CatalogueFile> {
  return {
    categories: await knownCategories(db),
    products: (await knownProducts(db)).map(({ file }) => file),
  }
}

export async function knownCategories(db: Db): Promise<CatalogueCategory[]> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'parentId as parent', 'kind', 'name', 'art', 'isAi'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows
}

/** Every product with its machine, in the order in which members see them. `lock` keeps them until the commit. */
export async function knownProducts(db: Db, { lock = false } = {}): Promise<KnownProduct[]> {
  const held = new Map((await totalsOf(db, { lock })).map((it) => [it.machineId, it.unitsHeld]))
  const heldOf = ({ machineId }: { machineId: string }) => held.get(machineId) ?? 0
  const rows = await db
    .selectFrom('product')
    .innerJoin('machine', 'machine.productId', 'product.id')
    .selectAll('product')
    .select([
      'machine.id as machineId',
      'deviceNumber',
      'unitsTotal',
      'unitsKept',
      'closedAt',
      'memberShareBp',
      'place',
      'latitude',
      'longitude',
      'timeZone',
    ])
    .orderBy('product.position')
    .orderBy('product.id')
    .$if(lock, (it) => it.forNoKeyUpdate(['product', 'machine']))
    .execute()
  const earned = await everEarned(db)
  const isInUse = (it: (typeof rows)[number]) => earned.has(it.machineId) || heldOf(it) > 0
  const begun = await everBought(
    db,
    rows.filter((it) => !isInUse(it)).map((it) => it.machineId),
  )
  return rows.map((it) => ({
    id: it.id,
    machineId: it.machineId,
    position: it.position,
    held: heldOf(it),
    isClosed: it.closedAt !== null,
    isBegun: isInUse(it) || begun.has(it.machineId),
    file: {
      device: it.deviceNumber,
      kind: it.kind,
      category: it.categoryId,
      operator: it.operatorId,
      name: it.name,
      edition: it.edition,
      art: it.art,
      picture: it.picture === null ? null : pictureFile(it.picture),
      description: it.description,
      specification: it.specification,
      offer: it.offer,
      offeredFrom: it.offeredFrom,
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
      machine: {
        unitsTotal: it.unitsTotal,
        unitsKept: it.unitsKept,
        memberShareBp: it.memberShareBp,
        place: it.place,
        latitude: it.latitude,
        longitude: it.longitude,
        timeZone: it.timeZone,
      },
    },
  }))
}

/** The totals of all machines. With `lock` they are held before rows of `machine` are, the order in which all do. */
async function totalsOf(db: Db, { lock }: { lock: boolean }): Promise<Pick<MachineTotal, 'machineId' | 'unitsHeld'>[]> {
  if (!lock) return await db.selectFrom('machineTotal').select(['machineId', 'unitsHeld']).execute()
  const machines = await db.selectFrom('machine').select('id').execute()
  return await lockMachines(
    db,
    machines.map((it) => it.id),
  )
}

/** Those of the machines of which members have had units. */
async function everBought(db: Db, machineIds: readonly string[]): Promise<Set<string>> {
  if (machineIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('unit')
    .select('machineId')
    .distinct()
    .where('machineId', '=', sql<string>`any(${machineIds}::uuid[])`)
    .execute()
  return new Set(rows.map((it) => it.machineId))
}

/** Machines of which revenue was ever booked. */
async function everEarned(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from machine m ${besideMachine()}
    where exists (select 1 from revenue where machine_id = ${machineBeside})`.execute(db)
  return new Set(rows.map((it) => it.id))
}
