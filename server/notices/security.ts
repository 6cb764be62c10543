import { randomUUID } from 'node:crypto'
import { languages } from '#protocol/languages.ts'
import { afterCommit } from '../db/after-commit.ts'
import type { Db } from '../db/open.ts'
import { noteSecurity, type Factor, type SensitiveKind } from '../db/security-events.ts'
import type { Context } from '../http/handler.ts'
import { countAttempt } from '../http/limits.ts'
import { notify } from './notify.ts'
import { textOf } from './texts.ts'

/** Texts of a kind that a member is sent in a day: each costs money, and who has the password can cause any number. */
const textsADay = 5

/**
 * Logs a change that somebody else may have made, and tells the member: by a message, a push to every device, and a
 * text to their phone, a few of each kind a day. `factor`: what the change was proved by. `db` is the transaction of
 * the change. `phone_changed` has words of its own (phone-binding.ts).
 */
export async function tellChange(
  { device, agent, clock, sender, log }: Pick<Context, 'device' | 'agent' | 'clock' | 'sender' | 'log'>,
  db: Db,
  memberId: string,
  kind: Exclude<SensitiveKind, 'phone_changed'>,
  factor?: Factor,
): Promise<void> {
  await noteSecurity(db, { kind, memberId, factor, device, agent }, clock)
  const member = await db
    .selectFrom('member')
    .select(['phone', 'language'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await notify(db, [{ memberId, kind, ref: randomUUID(), params: {}, route: '/pages/my/security' }], clock)
  if ((await countAttempt(db, `tell:${kind}:${memberId}`, 86_400_000, clock)) > textsADay) return
  const language = languages.find((it) => it === member.language) ?? 'en'
  const words = textOf(kind, {}, language)?.line ?? ''
  afterCommit(() => {
    sender.tell(member.phone, words).catch((cause: unknown) => {
      log.error('change not told', cause, { kind })
    })
  })
}
