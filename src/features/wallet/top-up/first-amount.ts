import type { Answer } from '#protocol/call.ts'
import type { rechargeGoods } from '#protocol/wallet.ts'

/**
 * The amount that a new top-up begins with: the least that may be topped up and covers `missing`, else one of the
 * amounts on offer. Minor units.
 */
export function firstAmount(
  { amounts, minimum, maximum }: Pick<Answer<typeof rechargeGoods>, 'amounts' | 'minimum' | 'maximum'>,
  missing: number,
): number | undefined {
  return missing > 0 ? Math.min(maximum, Math.max(minimum, Math.ceil(missing))) : (amounts[1] ?? amounts[0])
}
