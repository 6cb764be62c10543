import { idPattern } from '#protocol/words.ts'

/** More stand side by side on no phone. */
export const mostCompared = 4

/**
 * The offers that an address names, `id.id`, each once; the unreadable and those beyond the fourth are left out. Where
 * the whole catalogue is known (`offers`), so are those that it no longer has: nobody sees them, so nobody could take
 * them away again.
 */
export function chosenOffers(text = '', offers?: readonly { id: string }[]): string[] {
  return [...new Set(text.split('.'))]
    .filter((it) => idPattern.test(it) && (offers?.some(({ id }) => id === it) ?? true))
    .slice(0, mostCompared)
}

/** The same as text for an address, with one offer more or, where it is among them, without it. */
export function withOffer(text: string | undefined, id: string, offers?: readonly { id: string }[]): string {
  const chosen = chosenOffers(text, offers)
  return (chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]).join('.')
}

/** Earned per unit in 30 days for each price paid, in basis points, cut off; null before 30 days are known. */
export function earnedForPrice({ earnedLast30Days, price }: { earnedLast30Days: number | null; price: number }) {
  return earnedLast30Days === null || price <= 0 ? null : Math.trunc((earnedLast30Days * 10_000) / price)
}
