import type { Db } from './open.ts'

/** What was done in the operator's name: by whom and why in their words, which door or command, with what, and what came of it. */
export interface OperatorAction {
  at: string
  byName: string
  why: string
  command: string
  args: unknown
  outcome: readonly string[]
}

/** Keeps it for ever, in the transaction that does it: neither is there without the other. */
export async function noteAction(db: Db, { args, outcome, ...row }: OperatorAction): Promise<void> {
  await db
    .insertInto('operatorAction')
    .values({ ...row, args: JSON.stringify(args), outcome: JSON.stringify(outcome) })
    .execute()
}
