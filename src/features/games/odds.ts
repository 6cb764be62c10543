import type { Game, Slot } from '#protocol/games.ts'

/** The most decimals of a percentage. For a slot that is rarer, "1 in N" says more. */
const mostDecimals = 6

/**
 * The chance of each weight in percent, as text, all with the same number of decimals: `['40.0', '59.5', '0.5']`. They
 * are exact and add up to 100 where six decimals are enough. Otherwise each is rounded by itself, so that equal weights
 * read alike, and the rarest has two digits. All are 0 where nothing can be drawn.
 */
export function percentsOf(weights: readonly number[]): `${number}`[] {
  const total = sumOf(weights)
  if (total === 0n) return weights.map(() => '0')
  const decimals = decimalsFor(weights, total)
  const unit = 10n ** BigInt(decimals)
  return weights.map((it) => decimalText((BigInt(it) * 200n * unit + total) / (2n * total), decimals))
}

/** `N` of "1 in N", which may be a fraction; undefined for a weight that can't be drawn. */
export function oneIn(weight: number, weights: readonly number[]): number | undefined {
  return weight === 0 ? undefined : Number(sumOf(weights)) / weight
}

/**
 * The slots of a game with the weights of the member's next draw: where the guarantee is due in it, all but the
 * guaranteed ones weigh 0 (docs/fair-draws.md, "The guarantee").
 */
export function slotsOfNext({ slots, guarantee }: Pick<Game, 'slots' | 'guarantee'>): readonly Slot[] {
  return guarantee?.in === 1 ? slots.map((it) => (it.guaranteed ? it : { ...it, weight: 0 })) : slots
}

function sumOf(weights: readonly number[]): bigint {
  return weights.reduce((sum, it) => sum + BigInt(it), 0n)
}

function decimalsFor(weights: readonly number[], total: bigint): number {
  const isExact = (decimals: number) =>
    weights.every((it) => (BigInt(it) * 100n * 10n ** BigInt(decimals)) % total === 0n)
  for (let decimals = 0; decimals <= mostDecimals; decimals++) if (isExact(decimals)) return decimals
  const rarest = Math.min(...weights.filter((it) => it > 0)) / Number(total)
  return Math.min(mostDecimals, Math.max(1, 1 - Math.floor(Math.log10(rarest * 100))))
}

function decimalText(units: bigint, decimals: number): `${number}` {
  const digits = units.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return (decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`) as `${number}`
}
