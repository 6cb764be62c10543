import { sql } from 'kysely'
import type * as v from 'valibot'
import type { MemberProfile } from '#protocol/auth.ts'
import { userInfo } from '#protocol/auth.ts'
import type { Args } from '#protocol/call.ts'
import { languages } from '#protocol/languages.ts'
import { updateProfile, uploadAvatar } from '#protocol/settings.ts'
import type { Clock } from '../../clock.ts'
import { rechargedBy, teamSizes } from '../../db/level-conditions.ts'
import type { Db } from '../../db/open.ts'
import { translatorFor } from '../../db/terms.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { rejectFrequent } from '../../http/limits.ts'
import { avatarIdOf, deleteAvatar, rejectOthersAvatar, setAvatar } from './avatar.ts'
import { smallPicture } from './picture.ts'
import { noteEdits } from './profile-edits.ts'
import { maskPhone, needsCodeFirst } from './rules.ts'
import { booksCurrency } from '../../db/books-currency.ts'

export const memberProfile = handle(userInfo, async (context) => {
  const { db, config, language } = context
  const translate = await translatorFor(db, language)
  const shown = await profileOf(db, memberOf(context), context.clock)
  const { name } = await db
    .selectFrom('level')
    .select('name')
    .where('level', '=', shown.level)
    .executeTakeFirstOrThrow()
  const next = await nextLevel(db, shown.memberId)
  return {
    invitationUrl: `${config.publicOrigin ?? ''}/#/pages/auth/register?code={code}`,
    userInfo: shown,
    merchantUpgradeInfo: next ? { ...next, next: { ...next.next, name: translate(next.next.name) } } : null,
    userLevel: { level: shown.level, name: translate(name) },
    userNumberLevel: shown.level,
  }
})

export const profileUpdate = handle(updateProfile, async (context, args) => {
  const memberId = memberOf(context)
  await editProfile(context.db, memberId, args, context.clock)
  return await profileOf(context.db, memberId, context.clock)
})

/** The level after the member's own, and what they lack of each of its conditions; undefined at the top. */
async function nextLevel(db: Db, memberId: string) {
  const { rows } = await sql<{ level: number; name: string; growth: number; recharge: number; team: number }>`
    select it.level, it.name, greatest(it.growth_needed - member.growth, 0) as growth,
      case when it.recharge_needed = 0 then 0 else greatest(it.recharge_needed - ${rechargedBy(sql`${memberId}`)}, 0) end as recharge,
      it.team_size_needed as team
    from member join level it on it.level > member.level
    where member.id = ${memberId} order by it.level limit 1`.execute(db)
  const [next] = rows
  if (!next) return undefined
  const team = next.team === 0 ? undefined : (await teamSizes(db, [memberId])).get(memberId)
  return {
    next: { level: next.level, name: next.name },
    growthNeeded: next.growth,
    rechargeNeeded: next.recharge,
    teamSizeNeeded: Math.max(next.team - (team ?? 0), 0),
  }
}

/** Decoding is work: who sends more than this in an hour is not choosing a picture. */
const uploads = { most: 30, ms: 3_600_000 }

export const avatarUpload = handle(
  uploadAvatar,
  async (context, { madeAt }, bytes: Uint8Array | undefined) => {
    const { db, clock } = context
    const memberId = memberOf(context)
    if (bytes === undefined) throw new DomainError('picture_unusable')
    await setAvatar(db, { memberId, madeAt, bytes }, clock)
    return { avatarId: await avatarIdOf(db, memberId), userInfo: await profileOf(db, memberId, clock) }
  },
  // Before the transaction: a picture that takes long to decode holds up nobody's.
  async (context) => {
    await rejectFrequent(context.db, `avatar:${memberOf(context)}`, uploads, context.clock)
    return await smallPicture(context.body)
  },
)

async function profileOf(db: Db, memberId: string, clock: Clock): Promise<v.InferOutput<typeof MemberProfile>> {
  const member = await db.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()
  const { nickname, avatarUrl, country, language, look, timeZone, invitationCode, level, growth, joinedAt } = member
  return {
    memberId,
    nickname,
    avatarUrl,
    country,
    language,
    look,
    timeZone,
    invitationCode,
    level,
    growth,
    joinedAt,
    phoneMasked: maskPhone(member.phone),
    currency: booksCurrency,
    hasTransactionPassword: member.transactionPasswordHash !== null,
    needsCode: member.transactionPasswordHash === null && needsCodeFirst(member, clock.now()),
    confirmsByPasskey: member.confirmsByPasskey,
    firstStepsDismissed: member.firstStepsDismissed,
  }
}

/**
 * Applies a profile edit field by field. A field that another device edited later stays, whichever edit arrives first.
 * Throws a DomainError for a country or language we don't have, and for a picture that isn't the member's.
 */
async function editProfile(
  db: Db,
  memberId: string,
  { madeAt, avatarId, look, ...fields }: Args<typeof updateProfile>,
  clock: Clock,
): Promise<void> {
  if (fields.language !== undefined && !languages.some((it) => it === fields.language))
    throw new DomainError('bad_request', { field: 'language', problem: 'must be a language of this server' })
  if (
    fields.country !== undefined &&
    !(await db.selectFrom('country').select('id').where('id', '=', fields.country).executeTakeFirst())
  )
    throw new DomainError('update_failed')
  if (avatarId) await rejectOthersAvatar(db, memberId, avatarId)
  const edits = Object.entries({
    ...fields,
    ...(look && { look: JSON.stringify(look) }),
    ...(avatarId === null && { avatarUrl: null }),
  }).filter(([, value]) => value !== undefined)
  const newest = await noteEdits(db, { memberId, fields: edits.map(([field]) => field), madeAt }, clock)
  const counting = edits.filter(([field]) => newest.includes(field))
  if (counting.length > 0)
    await db.updateTable('member').set(Object.fromEntries(counting)).where('id', '=', memberId).execute()
  if (counting.some(([field]) => field === 'avatarUrl')) await deleteAvatar(db, memberId)
}
