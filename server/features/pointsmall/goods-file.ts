import * as v from 'valibot'
import { isCouponSound, oddCoupon } from '../orders/rules.ts'
import { Slug, text } from '#protocol/primitives.ts'

/** A text by language; English is always there, and stands in for a language that is left out. */
const Words = (most: number) => v.objectWithRest({ en: text(most) }, text(most))

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const minor = count(0, 1_000_000_000)

const Gives = v.variant('of', [
  v.strictObject({ of: v.literal('lucky'), amount: count(1, 1_000_000) }),
  v.pipe(
    v.strictObject({
      of: v.literal('coupon'),
      type: v.picklist([1, 2]),
      value: count(1, 1_000_000_000),
      minimum: v.optional(minor, 0),
      savesAtMost: v.optional(v.nullable(count(1, 1_000_000_000)), null),
      days: count(1, 3650),
    }),
    v.check((it) => isCouponSound(it), oddCoupon),
  ),
])

/** Goods as the operator writes them in a file, one or a list of them (docs/operations.md, "Points mall"). */
export const GoodsFile = v.strictObject({
  slug: Slug,
  category: Slug,
  art: Slug,
  kind: v.picklist(['parcel', 'coupon', 'lucky balls']),
  gives: v.optional(Gives),
  points: count(1, 1_000_000_000),
  /** Of new goods only; the stock of others changes by `goods stock`. */
  stock: v.optional(count(0, 1_000_000), 0),
  limit: v.optional(count(0, 1_000_000), 0),
  level: v.optional(count(0, 100), 0),
  name: Words(80),
  line: Words(120),
  description: Words(1000),
})
export type GoodsFile = v.InferOutput<typeof GoodsFile>

export const CategoryFile = v.strictObject({ id: Slug, art: Slug, name: Words(60) })
export type CategoryFile = v.InferOutput<typeof CategoryFile>

/** A file of the mall: its categories and goods in the order in which members see them. */
export const MallFile = v.strictObject({
  categories: v.optional(v.array(CategoryFile), []),
  goods: v.optional(v.array(GoodsFile), []),
})
export type MallFile = v.InferOutput<typeof MallFile>

/** Reads a file of the mall. Throws a MallFileError that says what is wrong and where. */
export function readMallFile(json: string): MallFile {
  const result = v.safeParse(MallFile, parsed(json), { abortEarly: true })
  if (!result.success) {
    const [issue] = result.issues
    throw new MallFileError(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  }
  const wrong = result.output.goods.find((it) => !fits(it))
  if (wrong) throw new MallFileError(`${wrong.slug}: a ${wrong.kind} needs \`gives\` of its kind, a parcel none`)
  return result.output
}

export class MallFileError extends Error {}

function fits({ kind, gives }: GoodsFile): boolean {
  return gives?.of === { parcel: undefined, coupon: 'coupon', 'lucky balls': 'lucky' }[kind]
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new MallFileError(cause instanceof Error ? cause.message : String(cause))
  }
}
