import type { Call } from '#protocol/call.ts'
import type { Db } from '#server/db/open.ts'
import { served } from '#server/features/served.ts'

/** Every call that answers a member with items. */
export const listCalls: readonly Call[] = served
  .map(({ call }): Call => call)
  .filter(
    (it) =>
      it.method === 'GET' &&
      it.who !== 'operator' &&
      'entries' in it.answer &&
      'items' in (it.answer.entries as object),
  )

/** What lists can't do without, by path; the others are asked with nothing. `known` are ids that there are. */
export function argsOf(
  { path }: Call,
  known: { unitId: string; productId: string; categoryId: string },
): Record<string, unknown> {
  const { unitId, productId, categoryId } = known
  const needed: Record<string, Record<string, unknown>> = {
    'region/getRegion': { country: 'id' },
    'v2/etel/channel/channelTreeByCategory': { categoryId },
    'v2/etel/plan/getPlanByCategory': { categoryId },
    'g/coupon/usable/list': { productId, quantity: 1 },
    'g/vehicle/order/list': { unitId },
    'g/user/vehicle/share/list': { unitId },
    'mallSystem/getSystemConfMore': { keys: 'currency' },
    'capital/dayTotals': { month: '2026-11' },
    'capital/statement': { from: '2026-11-01', to: '2026-11-30' },
  }
  return needed[path] ?? {}
}

/** A member's unit, with its product and that one's category. */
export async function knownOf(
  db: Db,
  memberId: string,
): Promise<{ unitId: string; productId: string; categoryId: string }> {
  return await db
    .selectFrom('unit')
    .innerJoin('product', 'product.id', 'unit.productId')
    .select(['unit.id as unitId', 'product.id as productId', 'product.categoryId'])
    .where('unit.memberId', '=', memberId)
    .limit(1)
    .executeTakeFirstOrThrow()
}
