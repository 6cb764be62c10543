import type { CatalogueCategory, CatalogueFile, CatalogueProduct } from './catalogue-file.ts'
import type { KnownProduct } from './exporting.ts'

/** One difference between a file and what is there. `refused` says why it can't be made. */
export interface Change {
  /** `VF-S1-0417` or `category scooters`. */
  of: string
  field: string
  from: unknown
  to: unknown
  /** What it means for those who own units. */
  means: string
  refused?: string
}

/** What is there already, to compare a file with. */
export interface Known {
  products: readonly KnownProduct[]
  categories: readonly CatalogueCategory[]
  operators: readonly string[]
  levels: readonly number[]
}

/** The differences of a file, in its order, and what in it names something that isn't there. Changes nothing. */
export function changesOf(file: CatalogueFile, known: Known): { changes: Change[]; faults: string[] } {
  const categories = new Map([...known.categories, ...file.categories].map((it) => [it.id, it]))
  return {
    changes: [
      ...file.categories.flatMap((it) => categoryChanges(it, known)),
      ...file.products.flatMap((it) => productChanges(it, known)),
      ...orderChange(file, known),
    ],
    faults: [
      ...file.categories.flatMap((it, at) => parentFaults(it, `categories.${at} (${it.id}).parent`, categories)),
      ...file.products.flatMap((it, at) => faultsOf(it, `products.${at} (${it.device})`, known, categories)),
    ],
  }
}

/** Lists, counts and filters know two levels: what lay deeper would be in none of them. */
function parentFaults(
  { id, parent, kind }: CatalogueCategory,
  place: string,
  categories: ReadonlyMap<string, CatalogueCategory>,
): string[] {
  if (parent === null) return []
  if (parent === id) return [`${place}: a category can't lie in itself`]
  const above = categories.get(parent)
  if (above?.kind !== kind) return [`${place}: "${parent}" is no category of ${kind}s`]
  if (above.parent !== null) return [`${place}: "${parent}" lies in a category itself, and there are two levels`]
  const below = [...categories.values()].find((it) => it.parent === id)
  return below ? [`${place}: "${below.id}" lies in it, and there are two levels`] : []
}

function faultsOf(
  { category, kind, operator, levelNeeded }: CatalogueProduct,
  place: string,
  { operators, levels }: Known,
  categories: ReadonlyMap<string, CatalogueCategory>,
): string[] {
  return [
    ...(categories.get(category)?.kind === kind ? [] : [`${place}.category: "${category}" is no category of ${kind}s`]),
    ...(operators.includes(operator) ? [] : [`${place}.operator: "${operator}" is not in \`operator list\``]),
    ...(levels.includes(levelNeeded) ? [] : [`${place}.levelNeeded: there is no level ${levelNeeded}`]),
  ]
}

function categoryChanges(wanted: CatalogueCategory, { categories }: Known): Change[] {
  const of = `category ${wanted.id}`
  const now = categories.find(({ id }) => id === wanted.id)
  if (!now) return [{ of, field: 'new', from: null, to: wanted.name.en, means: 'members can choose it' }]
  return differences({ ...now }, { ...wanted }).map((it) => ({
    ...it,
    of,
    means: 'shown to everyone from now on',
    ...(it.field === 'kind' ? { refused: 'a category keeps its kind' } : {}),
  }))
}

function productChanges({ machine, ...wanted }: CatalogueProduct, { products }: Known): Change[] {
  const of = wanted.device
  const now = products.find(({ file }) => file.device === of)
  if (!now)
    return [
      {
        of,
        field: 'new',
        from: null,
        to: wanted.name,
        means: `${machine.unitsTotal - machine.unitsKept} units on offer${wanted.picture === null ? '' : ', with a picture'}`,
      },
    ]
  const { machine: itsMachine, ...itself } = now.file
  // Without an instant in the file it stays on offer since when it was.
  const offeredFrom = wanted.offeredFrom ?? itself.offeredFrom
  return [
    ...differences(itself, { ...wanted, offeredFrom }),
    ...differences(itsMachine, machine).map((it) => ({ ...it, field: `machine.${it.field}` })),
  ].map((it) => ({ ...it, of, ...meaningOf(it, now) }))
}

type Difference = Pick<Change, 'field' | 'from' | 'to'>

/** Fields in which two rows differ. Texts and lists are compared as they are written. */
function differences(now: object, wanted: object): Difference[] {
  const [before, after] = [new Map(Object.entries(now)), new Map(Object.entries(wanted))]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from, to] = [before.get(field) as unknown, after.get(field) as unknown]
    return written(from) === written(to) ? [] : [{ field, from, to }]
  })
}

/** As JSON with its keys in order: two languages that changed places are no change. */
function written(value: unknown): string {
  return (
    JSON.stringify(value, (_, it: unknown) =>
      typeof it === 'object' && it !== null && !Array.isArray(it)
        ? Object.fromEntries(Object.entries(it).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : it,
    ) ?? ''
  )
}

/** Orders and units keep their own copy of these (decision 83). */
const copiedByOrders = new Set([
  'price',
  'dailyIncome',
  'totalReturn',
  'yieldRate',
  'validityDays',
  'settlementType',
  'purchaseLimit',
  'levelNeeded',
  'giftPoints',
  'cancellationHours',
  'offeredFrom',
])

/** What every unit of the machine is paid by, or counted in: once begun it can't be changed for anyone. */
const ownersTerms = new Set(['kind', 'machine.unitsTotal', 'machine.memberShareBp', 'machine.timeZone'])

function meaningOf(
  { field, from, to }: Difference,
  { held, isBegun, isClosed, file }: KnownProduct,
): Pick<Change, 'means' | 'refused'> {
  const units = held === 1 ? '1 unit that is held' : `${held} units that are held`
  if (ownersTerms.has(field))
    return isBegun || field === 'kind'
      ? {
          means: `changes the terms of ${units}`,
          refused: 'it was bought or has earned: offer another machine instead',
        }
      : { means: 'nobody has bought of it yet' }
  if (copiedByOrders.has(field))
    return { means: held === 0 ? 'for new orders' : `for new orders; ${units} keep theirs` }
  if (field === 'offer' && isClosed)
    return { means: 'its machine is closed', refused: 'it can never be bought again: offer another machine instead' }
  if (field === 'offer')
    return { means: to === 'open' ? 'can be bought from now on' : `can't be bought from now on; ${units} earn on` }
  if (field === 'machine.unitsKept') {
    const free = file.machine.unitsTotal - held
    return Number(to) > free
      ? { means: 'fewer on offer', refused: `only ${free} units are not held` }
      : { means: `${free - Number(to)} units on offer` }
  }
  if (field === 'picture') {
    const change = from === null ? 'new' : to === null ? 'removed, the drawing comes back' : 'replaced'
    return { means: `${change}; shown to everyone from now on` }
  }
  return { means: 'shown to everyone from now on' }
}

/** Where the file has known products in another order than members see them in. */
function orderChange({ products }: CatalogueFile, known: Known): Change[] {
  const now = known.products.map(({ file }) => file.device).filter((it) => products.some(({ device }) => device === it))
  const wanted = products.map(({ device }) => device).filter((it) => now.includes(it))
  return now.join('\n') === wanted.join('\n')
    ? []
    : [{ of: 'all products', field: 'order', from: now, to: wanted, means: 'shown to everyone from now on' }]
}
