import { feedScopes } from '#protocol/call.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { createFeedKey } from '#server/http/feed-keys.ts'

/** A key of a source for everything, with limits that no test reaches. */
export async function makeFeedKey(database: Database, source: string, clock: Clock): Promise<string> {
  const terms = { scopes: feedScopes, itemsAnHour: 1_000_000, moneyAnHour: 1_000_000_000 }
  return (
    await database.inTransaction((db) =>
      createFeedKey(db, { source, by: { account: null, name: 'Ana' }, ...terms }, clock),
    )
  ).key
}
