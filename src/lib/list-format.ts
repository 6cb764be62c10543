import { madeOnce } from './intl.ts'

const lists = new Map<string, Intl.ListFormat>()

/** `Intl.ListFormat`, made once for each language and set of options. */
export function listFormat(locale: string, options: Intl.ListFormatOptions): Intl.ListFormat {
  return madeOnce(lists, `${locale} ${JSON.stringify(options)}`, () => new Intl.ListFormat(locale, options))
}
