import type { Page } from 'playwright-core'
import type { Command } from '#src/outbox/command.ts'

/** Rows of a table in the first of the app's databases whose name matches, read without the app. */
export function stored(page: Page, name: RegExp, table: string): Promise<unknown[]> {
  return page.evaluate(
    async ([pattern, store]) => {
      // Chromium leaves about one in sixty of these unanswered while it deletes a database; a repeat is answered.
      const listed = () =>
        Promise.race([
          indexedDB.databases(),
          new Promise<undefined>((over) => {
            setTimeout(over, 1000)
          }),
        ])
      const found = ((await listed()) ?? (await listed()) ?? (await indexedDB.databases())).find((it) =>
        new RegExp(pattern).test(it.name ?? ''),
      )?.name
      if (!found) return []
      return new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(found)
        // A database that is being deleted doesn't answer until the deletion is done; it is empty.
        setTimeout(() => resolve([]), 3000)
        opening.onerror = () => reject(opening.error!)
        opening.onsuccess = () => {
          // The database was deleted after it was listed: this is a new one without tables, which must not stay open.
          if (!opening.result.objectStoreNames.contains(store)) {
            opening.result.close()
            resolve([])
            return
          }
          const all = opening.result.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      })
    },
    [name.source, table] as const,
  )
}

/** The rows of the member's outbox, in order of their sequence. */
export async function storedCommands(page: Page): Promise<Command[]> {
  return ((await stored(page, /[0-9a-f]{8}-/, 'commands')) as Command[]).toSorted((a, b) => a.seq - b.seq)
}
