import type { Page } from 'playwright-core'
import type { Command } from '#src/outbox/command.ts'

/** What stands in one of the app's databases, read past the app; the database is the first whose name matches. */
export function stored(page: Page, name: RegExp, table: string): Promise<unknown[]> {
  return page.evaluate(
    async ([pattern, store]) => {
      // Chromium never answers one in sixty of these where it is just throwing a database away; asked again, it does.
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
        // One that is being thrown away doesn't answer until that is over; nothing stands in it any more.
        setTimeout(() => resolve([]), 3000)
        opening.onerror = () => reject(opening.error!)
        opening.onsuccess = () => {
          // Thrown away since it was listed: what was opened is a new one without tables, which must not stay open under the app.
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

/** The rows of the member's outbox, in order of the taps. */
export async function storedCommands(page: Page): Promise<Command[]> {
  return ((await stored(page, /[0-9a-f]{8}-/, 'commands')) as Command[]).toSorted((a, b) => a.seq - b.seq)
}
