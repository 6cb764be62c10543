import * as v from 'valibot'
import { get } from './call.ts'
import { Id, Instant, orLater, PageArgs, page, whole } from './primitives.ts'
import { pushCategories } from './words.ts'

export const Message = v.object({
  id: Id,
  title: v.string(),
  line: v.string(),
  /** Where it leads, `/#/…` without the `#`; null where it leads nowhere. */
  route: v.nullable(v.string()),
  at: Instant,
  readAt: v.nullable(Instant),
  /** What happened, such as `income_settled`; absent, like its category, from answers of servers before them. */
  kind: v.optional(v.string()),
  category: v.optional(orLater(pushCategories)),
})
export type Message = v.InferOutput<typeof Message>

export const noticeList = get('mallNotice/noticeList', {
  args: v.object(PageArgs),
  answer: v.object({ ...page(Message).entries, unread: whole(0, 1_000_000) }),
})

/** Marks messages read. The specification writes by GET here. */
export const noticeRead = get('mallNotice/getRead', {
  writes: true,
  offline: 'queue',
  lane: 'messages',
  args: v.object({
    ids: v.union([
      v.pipe(v.array(Id), v.maxLength(100)),
      v.pipe(
        v.string(),
        v.transform((it) => it.split(',')),
        v.array(Id),
        v.maxLength(100),
      ),
    ]),
  }),
  answer: v.object({ unread: whole(0, 1_000_000) }),
  invalidates: ['mallNotice/noticeList'],
})

export const noticeReadAll = get('mallNotice/readAll', {
  writes: true,
  offline: 'queue',
  lane: 'messages',
  args: v.object({ before: Instant }),
  answer: v.object({ unread: whole(0, 1_000_000) }),
  invalidates: ['mallNotice/noticeList'],
})
