import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { sendMessages } from '../../notices/notify.ts'

/** Tells every member of what was published since the last run. Who switched the category off gets no push of it. */
export async function announceArticles({ database, clock }: JobDeps): Promise<void> {
  await database.inTransaction(async (db) => {
    const due = await db
      .updateTable('articleText')
      .from('article')
      .set({ announceAt: null })
      .whereRef('article.id', '=', 'articleId')
      .where('articleText.announceAt', '<=', instant(clock))
      .returning(['article.id', 'kind'])
      .execute()
    // Of several texts of an article, members are told at once.
    for (const it of new Map(due.map((it) => [it.id, it])).values()) await announce(db, it, instant(clock))
  })
}

async function announce(db: Db, { id, kind }: { id: string; kind: string }, now: string): Promise<void> {
  const texts = await db
    .selectFrom('articleText')
    .select(['language', 'title', 'revision', 'visibleFrom'])
    .where('articleId', '=', id)
    .where('visibleFrom', '<=', now)
    .orderBy('revision')
    .execute()
  // Of several revisions of a language, the last one stays.
  const titles = Object.fromEntries(texts.map((it) => [it.language, it.title]))
  const ref = `${id} ${texts
    .map((it) => it.visibleFrom ?? '')
    .toSorted()
    .at(-1)}`
  const params = JSON.stringify({ titles: { en: texts[0]?.title ?? '', ...titles } })
  await sendMessages(
    db,
    sql`
    insert into message (id, member_id, kind, ref, params, route, at)
    select gen_random_uuid(), member.id, ${kind === 'legal' ? 'terms_changed' : 'article_published'}, ${ref},
      ${params}::text::jsonb, ${`/subPages/news/detail?id=${id}`}, ${now}::timestamptz
    from member where member.deleted_at is null
    on conflict (member_id, kind, ref) do nothing
    returning id, member_id`,
    { now: () => Date.parse(now) },
  )
}
