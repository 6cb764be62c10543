import { currentCaller } from '../api/api.ts'
import { visitorConnection } from '../cache/cache.ts'
import { writeMeta } from '../cache/storage/meta.ts'
import { reported } from '../lib/report.ts'

/**
 * Tells the worker at every call of `onLocale` which language was chosen: it sends, and shows pushes, after the last
 * tab was closed.
 */
export function followCaller(onLocale: (listener: () => void) => void): void {
  onLocale(() => {
    writeMeta(visitorConnection(), 'caller', currentCaller()).catch(reported('worker: tell the language'))
  })
}
