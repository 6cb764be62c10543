import type { Db } from './open.ts'

/**
 * Who acts: an operator account, by its id and name. Without an account it is a name that was typed, in a demonstration
 * or before there were accounts.
 */
export interface Operator {
  account: string | null
  name: string
}

/** What feeds report is done in no person's name. */
export const theFeed: Operator = { account: null, name: 'feed' }

/** Whether both are one person as far as we can know: one account, or, where either has none, one name. */
export function isSameOperator(one: Operator, other: Operator): boolean {
  if (one.account !== null && other.account !== null) return one.account === other.account
  return one.name.trim().toLowerCase() === other.name.trim().toLowerCase()
}

/**
 * An action in the operator's name: who did it and why in their words, by which command or feed endpoint, with what
 * arguments, and the result.
 */
export interface OperatorAction {
  at: string
  by: Operator
  why: string
  command: string
  args: unknown
  outcome: readonly string[]
}

/**
 * Stores an action for good, in the transaction that does it: neither is stored without the other. A member's phone
 * becomes their id, which says nothing of anybody once their account is deleted.
 */
export async function noteAction(db: Db, { args, outcome, why, by, ...row }: OperatorAction): Promise<void> {
  const texts = await withoutPhones(db, [JSON.stringify(args), JSON.stringify(outcome), why])
  await db
    .insertInto('operatorAction')
    .values({
      ...row,
      byName: by.name,
      accountId: by.account,
      args: texts[0],
      outcome: texts[1],
      why: texts[2],
    })
    .execute()
}

const phones = /\+[1-9]\d{6,14}(?!\d)/g

async function withoutPhones(db: Db, texts: [string, string, string]): Promise<[string, string, string]> {
  const found = texts.flatMap((it) => it.match(phones) ?? [])
  if (found.length === 0) return texts
  const members = await db.selectFrom('memberPhone').selectAll().where('phone', 'in', found).execute()
  const ids = new Map(members.map((it) => [it.phone, it.memberId]))
  const written = (text: string) => text.replaceAll(phones, (phone) => ids.get(phone) ?? phone)
  return [written(texts[0]), written(texts[1]), written(texts[2])]
}
