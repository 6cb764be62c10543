import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { root } from '#server/install.mjs'
import { memberName } from '#src/cache/storage/names.ts'

/** What a device stored to read: the rows of its database, and the boot cache's text. */
interface StoredCache {
  boot: string
  answers: { hash: string; key: [path: string, args?: { id?: string }] }[]
  entries: unknown[]
  lists: unknown[]
}

/**
 * The cache of the demonstration's member as the build of 22 November 2026 left it, before operators, validity in
 * periods, levels with three conditions, news, games and the points mall. Lists are cut short.
 */
export const olderCache = JSON.parse(
  gunzipSync(readFileSync(join(root, 'tests/support/older-cache.json.gz'))).toString(),
) as StoredCache

/** The ids that the older build stored an answer of a call for. */
export function idsOf(path: string): string[] {
  return olderCache.answers.flatMap(({ key: [of, args] }) => (of === path && args?.id !== undefined ? [args.id] : []))
}

/**
 * Puts the older cache in the place of what the member's device stores. The page must be one of the app's origin that
 * doesn't run the app, which would write over it.
 */
export async function putOlderCache(page: Page, memberId: string): Promise<void> {
  await page.evaluate(
    async ({ database: name, boot, tables }) => {
      const bootKey = Object.keys(localStorage).find(
        (key) => key.startsWith('voltfolio-boot-') && name.endsWith(key.slice(15)),
      )
      if (bootKey === undefined) throw new Error('the device has no boot cache')
      localStorage.setItem(bootKey, boot)
      await new Promise<void>((done, fail) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => fail(opening.error!)
        opening.onsuccess = () => {
          const work = opening.result.transaction(Object.keys(tables), 'readwrite')
          for (const [table, rows] of Object.entries(tables)) {
            work.objectStore(table).clear()
            for (const row of rows) work.objectStore(table).put(row)
          }
          work.onabort = () => fail(work.error!)
          work.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      })
    },
    {
      database: memberName(memberId),
      boot: olderCache.boot,
      tables: { answers: olderCache.answers, entries: olderCache.entries, lists: olderCache.lists } as Record<
        string,
        unknown[]
      >,
    },
  )
}
