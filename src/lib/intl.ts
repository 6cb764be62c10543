const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** `Intl.NumberFormat`, made once for each language and set of options: making one costs far more than using it. */
export function numberFormat(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return madeOnce(numbers, `${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

/** The same of `Intl.DateTimeFormat`. Throws RangeError for an unknown time zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return madeOnce(dates, `${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
}

/** What `made` has under `key`, made at the first use. */
export function madeOnce<T>(made: Map<string, T>, key: string, make: () => T): T {
  let one = made.get(key)
  if (one === undefined) {
    one = make()
    made.set(key, one)
  }
  return one
}
