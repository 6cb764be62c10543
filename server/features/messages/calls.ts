import * as v from 'valibot'
import { noticeList, noticeRead, noticeReadAll } from '#protocol/messages.ts'
import { Id, Instant } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { pageOf, readCursor } from '../../http/cursor.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { categoryOf } from '../../notices/subjects.ts'
import { textOf } from '../../notices/texts.ts'

const list = handle(noticeList, async (context, { after, limit }) => {
  const { db, language } = context
  const memberId = memberOf(context)
  const from = after === undefined ? null : readCursor(after, v.tuple([Instant, Id]))
  const rows = await db
    .selectFrom('message')
    .select(['id', 'kind', 'params', 'route', 'at', 'readAt'])
    .where('memberId', '=', memberId)
    .$if(from !== null, (it) =>
      it.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(...(from as [string, string])))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(
    rows,
    limit,
    ({ at, id }) => [at, id],
    ({ id, kind, params, route, at, readAt }) => {
      const text = textOf(kind, params, language)
      const category = categoryOf(kind)
      return {
        id,
        title: text?.title ?? kind,
        line: text?.line ?? '',
        route,
        at,
        readAt,
        kind,
        ...(category && { category }),
      }
    },
  )
  return { ...page, unread: await unreadOf(db, memberId) }
})

const read = handle(noticeRead, async (context, { ids }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  if (ids.length > 0) {
    const own = await db
      .selectFrom('message')
      .select('id')
      .where('memberId', '=', memberId)
      .where('id', 'in', ids)
      .execute()
    if (own.length < new Set(ids).size) throw new DomainError('not_found')
    await db
      .updateTable('message')
      .set({ readAt: instant(clock) })
      .where('memberId', '=', memberId)
      .where('id', 'in', ids)
      .where('readAt', 'is', null)
      .execute()
  }
  return { unread: await unreadOf(db, memberId) }
})

const readAll = handle(noticeReadAll, async (context, { before }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  await db
    .updateTable('message')
    .set({ readAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('at', '<=', before)
    .where('readAt', 'is', null)
    .execute()
  return { unread: await unreadOf(db, memberId) }
})

async function unreadOf(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('message')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const messagesCalls: readonly Handler[] = [list, read, readAll]
