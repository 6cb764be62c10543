import * as v from 'valibot'
import { languages } from '#protocol/languages.ts'
import { Slug, text } from '#protocol/primitives.ts'
import { isZone } from '../../../clock.ts'
import { WrittenInstant } from '../../../written-instant.ts'

/** A text by language; English is always there, and stands in for a language that is left out. */
const Words = (most: number) =>
  v.strictObject({
    ...v.entriesFromList(languages, v.optional(text(most))),
    en: text(most),
  })

const count = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )
const minor = count(0, 1_000_000_000_000)
const Kind = v.picklist(['vehicle', 'pile'], 'must be vehicle or pile')

const Category = v.strictObject({
  id: Slug,
  /** The category it lies in, which lies in none itself; null where it lies in none. */
  parent: v.nullable(Slug),
  kind: Kind,
  name: Words(60),
  art: Slug,
  /** The Mall shows it among those run by AI. */
  isAi: v.optional(v.boolean(), false),
})

const Machine = v.strictObject({
  unitsTotal: count(1, 1_000_000),
  /** Units that the operator keeps: never on offer. */
  unitsKept: v.optional(count(0, 1_000_000), 0),
  /** The part of its revenue that belongs to its units, in basis points. */
  memberShareBp: count(0, 10_000),
  place: v.nullable(text(120)),
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
  timeZone: v.pipe(v.string(), v.check(isZone, 'must be a time zone such as Asia/Jakarta')),
})

/** The path of a file beside the catalogue, or below it: `pictures/scooter.jpg`. */
export const PictureName = v.pipe(
  v.string('must be the name of a file, or null'),
  v.maxLength(300, 'must be at most 300 characters'),
  v.regex(
    /^(?![./])(?!.*\/[./])[^\p{Cc}\\:]+\.(?:jpe?g|png|webp)$/iu,
    'must be a jpg, png or webp file beside the catalogue',
  ),
)

/** A product with its machine. Amounts in minor units of the books' currency. */
const Product = v.pipe(
  v.strictObject({
    /** Names product and machine for good. */
    device: text(60),
    kind: Kind,
    category: Slug,
    operator: Slug,
    name: text(80),
    edition: text(80),
    art: Slug,
    /** Shown in place of the drawing. Without it the product has none. */
    picture: v.optional(v.nullable(PictureName), null),
    description: Words(4000),
    specification: v.array(v.strictObject({ label: Words(80), value: text(120) })),
    offer: v.optional(v.picklist(['open', 'paused', 'withdrawn'], 'must be open, paused or withdrawn'), 'open'),
    /** From when on it can be bought; without it from when it is first applied. */
    offeredFrom: v.optional(WrittenInstant),
    isFeatured: v.optional(v.boolean(), false),
    price: count(1, 1_000_000_000_000),
    /** Projections of one unit; never a promise. */
    dailyIncome: minor,
    totalReturn: minor,
    yieldRate: minor,
    validityDays: count(1, 10_000),
    settlementType: v.picklist([0, 1, 2], 'must be 0 (daily), 1 (at expiry) or 2 (hourly)'),
    purchaseLimit: count(0, 1_000_000),
    levelNeeded: count(0, 100),
    giftPoints: count(0, 1_000_000_000),
    cancellationHours: count(0, 10_000),
    machine: Machine,
  }),
  v.forward(
    v.check(
      ({ totalReturn, price, yieldRate }) => yieldRate <= Math.floor((totalReturn * 10_000) / price),
      'promises more than totalReturn ÷ price, in basis points',
    ),
    ['yieldRate'],
  ),
  v.forward(
    v.check(
      ({ dailyIncome, totalReturn, validityDays }) => totalReturn < (dailyIncome + 1) * validityDays,
      'promises more than dailyIncome on every day of the term',
    ),
    ['totalReturn'],
  ),
  v.forward(
    v.check(
      ({ dailyIncome, totalReturn, validityDays }) => dailyIncome * validityDays <= totalReturn,
      'comes to more than totalReturn on every day of the term',
    ),
    ['dailyIncome'],
  ),
  v.forward(
    v.check(({ machine }) => machine.unitsKept <= machine.unitsTotal, 'keeps more units than there are'),
    ['machine', 'unitsKept'],
  ),
)

/** The operator's catalogue as one file (docs/operations.md, "Catalogue"); products in the order members see them. */
export const CatalogueFile = v.strictObject({
  categories: v.optional(v.array(Category), []),
  products: v.optional(v.array(Product), []),
})
export type CatalogueFile = v.InferOutput<typeof CatalogueFile>
export type CatalogueProduct = CatalogueFile['products'][number]
export type CatalogueCategory = CatalogueFile['categories'][number]

/** Every fault of a file, each with its place: `products.2 (VF-S1-0417).price: must be at least 1`. */
export class CatalogueFaults extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.faults = faults
  }
}

/** Reads a catalogue. Throws CatalogueFaults with all that is wrong with it. */
export function readCatalogue(json: string): CatalogueFile {
  const given = parsed(json)
  const result = v.safeParse(CatalogueFile, given)
  const faults = result.success
    ? [
        ...repeated(result.output.products, 'products', ({ device }) => device),
        ...repeated(result.output.categories, 'categories', ({ id }) => id),
      ]
    : result.issues.map((issue) => `${placeOf(issue, given)}: ${issue.message}`)
  if (faults.length > 0 || !result.success) throw new CatalogueFaults(faults)
  return result.output
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new CatalogueFaults([`the file: ${cause instanceof Error ? cause.message : String(cause)}`])
  }
}

/** The path of an issue, with the device or id of the row it is in. */
function placeOf(issue: v.BaseIssue<unknown>, given: unknown): string {
  const [list, row, ...rest] = issue.path?.map((it) => String(it.key)) ?? []
  if (list === undefined) return 'the file'
  if (row === undefined) return list
  const value = (given as Record<string, { device?: unknown; id?: unknown }[]>)[list]?.[Number(row)]
  const name = value?.device ?? value?.id
  return [`${list}.${row}${typeof name === 'string' ? ` (${name})` : ''}`, ...rest].join('.')
}

function repeated<T>(rows: readonly T[], list: string, nameOf: (row: T) => string): string[] {
  const names = rows.map(nameOf)
  return names.flatMap((name, at) =>
    names.indexOf(name) === at
      ? []
      : [`${list}.${at} (${name}): is there twice, first as ${list}.${names.indexOf(name)}`],
  )
}
