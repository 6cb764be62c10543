import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from './open.ts'

/** Changes after which somebody else may have taken the account over. */
export const sensitiveKinds = [
  'new_device',
  'password_changed',
  'transaction_password_changed',
  'phone_changed',
  'card_added',
  'passkey_added',
] as const
export type SensitiveKind = (typeof sensitiveKinds)[number]

/** Whether a message tells of such a change. */
export const isSensitive = (kind: string): boolean => sensitiveKinds.some((it) => it === kind)

export type SecurityKind =
  | SensitiveKind
  | 'signed_in'
  | 'sign_in_failed'
  | 'passkey_failed'
  | 'step_up_passed'
  | 'step_up_failed'
  | 'code_failed'
  | 'passkey_removed'
  | 'device_signed_out'
  | OperatorKind

/** Of operator accounts, never of members. */
export type OperatorKind =
  | 'operator_added'
  | 'operator_enrolled'
  | 'operator_enrolment_failed'
  | 'operator_signed_in'
  | 'operator_sign_in_failed'
  | 'operator_signed_out'
  | 'operator_roles_changed'
  | 'operator_disabled'
  | 'operator_reset'
  | 'operator_denied'

/** By what somebody proves who they are. `code`: sent to the phone. `totp`: of an operator's device. */
export type Factor = 'password' | 'transaction_password' | 'passkey' | 'code' | 'totp'

export interface SecurityEvent {
  kind: SecurityKind
  memberId: string | null
  /** The operator account that it is about. */
  account?: string | undefined
  factor?: Factor | undefined
  /** Path of the call that the proof was for; of operators the command. */
  call?: string | undefined
  device?: string | undefined
  agent?: { browser: string; platform: string } | undefined
}

/** Adds a line to the security log, in the transaction of what it tells. */
export async function noteSecurity(
  db: Db,
  { kind, memberId, account, factor, call, device, agent }: SecurityEvent,
  clock: Clock,
): Promise<void> {
  await db
    .insertInto('securityEvent')
    .values({
      at: instant(clock),
      kind,
      memberId,
      accountId: account ?? null,
      factor: factor ?? null,
      call: call ?? null,
      device: device ?? null,
      browser: agent?.browser ?? null,
      platform: agent?.platform ?? null,
    })
    .execute()
}

const reviewMs = 24 * 3_600_000

/** Until when the member's withdrawals are looked at more closely; null where nothing was changed for a day. */
export async function reviewUntil(db: Db, memberId: string, clock: Clock): Promise<string | null> {
  const last = await db
    .selectFrom('securityEvent')
    .select('at')
    .where('memberId', '=', memberId)
    .where('kind', 'in', sensitiveKinds)
    .where('at', '>', instant(clock.now() - reviewMs))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? instant(Date.parse(last.at) + reviewMs) : null
}
