import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import type { Keyring } from '../../db/keyring.ts'
import { insertMember } from '../../db/new-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { openMemberAccounts } from '../../ledger/accounts.ts'
import { newInvitationCode } from './rules.ts'
import { rewardInviter } from './welcome.ts'

export interface Newcomer {
  phone: string
  passwordHash: string
  nickname: string | null
  country: string
  language: string
  timeZone: string
  /** Null for who registers with the operator's own code. */
  inviterId: string | null
}

/**
 * Makes a member with accounts and an invitation code, and the reward of whoever invited them. Gives the member's id.
 * Throws a DomainError where the phone has an account.
 */
export async function registerMember(
  db: Db,
  ring: Keyring,
  { inviterId, ...newcomer }: Newcomer,
  clock: Clock,
): Promise<string> {
  const memberId = randomUUID()
  const made = await insertMember(db, {
    ...newcomer,
    id: memberId,
    transactionPasswordHash: null,
    avatarUrl: null,
    invitationCode: newInvitationCode(),
    invitedBy: inviterId,
    joinedAt: instant(clock),
    deletedAt: null,
  })
  if (!made) throw new DomainError('account_exists')
  await openMemberAccounts(db, memberId, booksCurrency)
  const { phone, nickname } = newcomer
  if (inviterId) await rewardInviter(db, ring, { memberId, inviterId, phone, nickname }, clock)
  return memberId
}
