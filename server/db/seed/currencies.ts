import type { Db } from '../open.ts'

const currencies = [
  { code: 'USD', name: 'US dollar', symbol: '$', decimals: 2 },
  { code: 'USDT', name: 'Tether USD', symbol: '₮', decimals: 6 },
  { code: 'IDR', name: 'Indonesian rupiah', symbol: 'Rp', decimals: 2 },
  { code: 'MYR', name: 'Malaysian ringgit', symbol: 'RM', decimals: 2 },
  { code: 'VND', name: 'Vietnamese dong', symbol: '₫', decimals: 0 },
  { code: 'THB', name: 'Thai baht', symbol: '฿', decimals: 2 },
  { code: 'CNY', name: 'Chinese yuan', symbol: '¥', decimals: 2 },
  { code: 'AED', name: 'UAE dirham', symbol: 'AED', decimals: 2 },
  { code: 'SGD', name: 'Singapore dollar', symbol: 'S$', decimals: 2 },
]

/** Currencies that amounts can be converted to. The operator publishes their rates. */
export async function seedCurrencies(db: Db): Promise<void> {
  await db
    .insertInto('currency')
    .values(currencies.map((it, position) => ({ ...it, position })))
    .onConflict((it) => it.column('code').doNothing())
    .execute()
}
