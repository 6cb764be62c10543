import { sql } from 'kysely'
import type { Answer, Args } from '#protocol/call.ts'
import { ringsUnasked, type pushChoice, type pushChoose } from '#protocol/settings.ts'
import { pushCategories, type PushCategory } from '#protocol/words.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'

/** What a member is told by push and when not; everything but news, at any hour, until they choose. */
export async function choiceOf(db: Db, memberId: string): Promise<Answer<typeof pushChoice>> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('pushCategory')
    .select(['category', 'isOn'])
    .where('memberId', '=', memberId)
    .execute()
  const hours = await db
    .selectFrom('quietHours')
    .select(['isOn', 'starts', 'ends'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  const isOn = (category: PushCategory): boolean =>
    rows.find((it) => it.category === category)?.isOn ?? ringsUnasked(category)
  return {
    categories: Object.fromEntries(pushCategories.map((it) => [it, isOn(it)])) as Answer<
      typeof pushChoice
    >['categories'],
    quiet: { isOn: hours?.isOn ?? false, from: hours?.starts ?? '22:00', until: hours?.ends ?? '07:00' },
    timeZone,
  }
}

/** Stores a member's choice. What another device chose later stays, whichever arrives first. */
export async function choose(
  db: Db,
  memberId: string,
  { madeAt, categories = {}, quiet }: Args<typeof pushChoose>,
  clock: Clock,
): Promise<void> {
  // A device whose clock is a year ahead must not block later edits for a year.
  const chosenAt = instant(Math.min(Date.parse(madeAt), clock.now()))
  const chosen = Object.entries(categories).map(([category, isOn]) => ({ memberId, category, isOn, chosenAt }))
  if (chosen.length > 0) {
    await db
      .insertInto('pushCategory')
      .values(chosen)
      .onConflict((it) =>
        it
          .columns(['memberId', 'category'])
          .doUpdateSet({ isOn: sql`excluded.is_on`, chosenAt: sql`excluded.chosen_at` })
          .whereRef('pushCategory.chosenAt', '<=', sql`excluded.chosen_at`),
      )
      .execute()
  }
  if (quiet) {
    const hours = { isOn: quiet.isOn, starts: quiet.from, ends: quiet.until, chosenAt }
    await db
      .insertInto('quietHours')
      .values({ memberId, ...hours })
      .onConflict((it) => it.column('memberId').doUpdateSet(hours).where('quietHours.chosenAt', '<=', chosenAt))
      .execute()
    await lookAtHeldPushes(db, memberId)
  }
}

/** Pushes that were held until the end of the earlier quiet hours are due now, and judged by the new ones. */
async function lookAtHeldPushes(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable('pushJob')
    .set((it) => ({ dueAt: it.ref('heldAt').$notNull() }))
    .where('memberId', '=', memberId)
    .where('heldAt', 'is not', null)
    .where('doneAt', 'is', null)
    .execute()
}
