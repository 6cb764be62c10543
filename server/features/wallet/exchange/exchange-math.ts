/** A positive decimal number written as text (`15870`, `1.0004`), held exactly: the number times 10^18. */
export type Exact = bigint

const digits = 18
const one = 10n ** BigInt(digits)

/** Throws RangeError on text that is no such number, and on nothing at all: a rate of 0 would give money away. */
export function exactOf(text: string): Exact {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  const exact = whole === undefined ? 0n : BigInt(whole) * one + BigInt(part.padEnd(digits, '0'))
  if (exact === 0n) throw new RangeError(`not a rate: ${text}`)
  return exact
}

/** As text, without zeros at the end. */
export function textOf(exact: Exact): string {
  const part = String(exact % one)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return part === '' ? String(exact / one) : `${exact / one}.${part}`
}

/** The exchange rate of two currencies, given how much of each one dollar is; truncated after 18 digits. */
export function cross(fromPerUsd: Exact, toPerUsd: Exact): Exact {
  return (toPerUsd * one) / fromPerUsd
}

/** How a currency is counted: in units of 10^-`decimals`, `perUsd` of it for one dollar. */
export interface Measure {
  perUsd: Exact
  decimals: number
}

/** Converts `amount` smallest units of one currency into those of another; exact until the end, then truncated. */
export function worth(amount: bigint, from: Measure, to: Measure): bigint {
  return (amount * to.perUsd * scale(to)) / (from.perUsd * scale(from))
}

/** The fewest smallest units of one currency that are worth `amount` of another: what has to be sent for it. */
export function price(amount: bigint, of: Measure, from: Measure): bigint {
  const divisor = of.perUsd * scale(of)
  return (amount * from.perUsd * scale(from) + divisor - 1n) / divisor
}

function scale({ decimals }: Measure): bigint {
  return 10n ** BigInt(decimals)
}
