import { sql } from 'kysely'
import { instant, type Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { keyringOf } from '../../db/keyring.ts'
import { checkLookUps } from '../../db/look-ups.ts'
import { rejectMissingKeys } from '../../db/missing-keys.ts'
import type { Database } from '../../db/open.ts'
import { revealOpenSeeds } from '../../features/games/seeds.ts'
import { reconcileBooks } from '../../features/wallet/books/reconciling.ts'
import { endFeedKeys } from '../../http/feed-keys.ts'
import { endSessions } from '../../http/session.ts'
import type { Log } from '../../log.ts'
import { sendMessages } from '../../notices/notify.ts'
import { problem } from './backing-up.ts'

/**
 * What a restored database needs before members come in: its books reconciled, addresses that may have been given out
 * since taken out of stock, what signs in ended, for it may have been ended since, seeds of draws that may be known
 * revealed, and everyone told what may be missing. `asOf` is the instant it was restored to. Called again it tells
 * nobody twice, and ends nothing that was made since.
 */
export async function finishRestore(
  { database, clock, config, log }: { database: Database; clock: Clock; config: Config; log: Log },
  asOf: string,
): Promise<{ isSound: boolean; lines: string[] }> {
  // Seeds of draws are encrypted with them.
  await rejectMissingKeys(database.kysely, config).catch((cause: unknown) => {
    throw problem('card-keys', cause instanceof Error ? cause.message.replace(/\.$/, '') : 'are missing')
  })
  const { isSound, checks, findings } = await reconcileBooks({ database, clock, log }, 'all days')
  await checkLookUps({ database, log })
  const lines = await database.inTransaction(async (db) => {
    const stock = await db
      .updateTable('depositAddress')
      .set({ outOfStockAt: instant(clock) })
      .where('memberId', 'is', null)
      .where('outOfStockAt', 'is', null)
      .where('addedAt', '<=', asOf)
      .returning('address')
      .execute()
    // The accounts are those of then: whoever was disabled since, or lost a token, would be signed in again.
    await db.deleteFrom('operatorSession').where('createdAt', '<=', asOf).execute()
    const ended = await endSessions(db, asOf, clock)
    const keys = await endFeedKeys(db, asOf, clock)
    const seeds = await revealOpenSeeds(db, keyringOf(config), asOf, clock)
    await sendMessages(
      db,
      sql`
        insert into message (id, member_id, kind, ref, params, route, at)
        select gen_random_uuid(), id, 'server_restored', ${asOf}, ${JSON.stringify(told(asOf))}::text::jsonb,
          '/pages/my/queue', ${instant(clock)}::timestamptz
        from member where deleted_at is null
        on conflict (member_id, kind, ref) do nothing
        returning id, member_id`,
      clock,
    )
    return [
      isSound
        ? `The books are sound: ${checks.length} checks.`
        : `THE BOOKS DO NOT AGREE: ${findings.length} findings, which "reconcile" lists.`,
      `Members have a message that what they did later may be missing. ${ended} sessions are ended: they log in again.`,
      ...(keys.length === 0
        ? []
        : [
            `${keys.length} feed keys are ended, for they may have been revoked since. Make new ones by "feed-key create": ${keys.join(', ')}`,
          ]),
      'The log from after the backup says which accounts were deleted since ("account deleted"): they are there again, until each is deleted by "member delete-again LINE".',
      ...(seeds === 0 ? [] : [`${seeds} seeds of draws are revealed, and each next draw has a new one.`]),
      ...(stock.length === 0
        ? []
        : [
            `${stock.length} top-up addresses are out of stock for good, for they may have been given out since: ${stock.map((it) => it.address).join(', ')}`,
          ]),
    ]
  })
  return { isSound, lines }
}

function told(asOf: string): { day: string; time: string } {
  return { day: asOf.slice(0, 10), time: asOf.slice(11, 16) }
}
