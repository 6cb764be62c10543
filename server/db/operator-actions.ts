import type { Db } from './open.ts'

/**
 * An action in the operator's name: who did it and why in their words, by which command or feed endpoint, with what
 * arguments, and the result.
 */
export interface OperatorAction {
  at: string
  byName: string
  why: string
  command: string
  args: unknown
  outcome: readonly string[]
}

/** Stores an action for good, in the transaction that does it: neither is stored without the other. */
export async function noteAction(db: Db, { args, outcome, ...row }: OperatorAction): Promise<void> {
  await db
    .insertInto('operatorAction')
    .values({ ...row, args: JSON.stringify(args), outcome: JSON.stringify(outcome) })
    .execute()
}
