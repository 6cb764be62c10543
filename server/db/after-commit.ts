import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<(() => void)[]>()

/**
 * Runs `effect` after the surrounding transaction has committed, and never if it is rolled back; at once where there is
 * none. For effects that can't be rolled back.
 */
export function afterCommit(effect: () => void): void {
  const effects = transactions.getStore()
  if (effects) effects.push(effect)
  else effect()
}

/** Whether the caller runs inside a transaction. */
export function isInTransaction(): boolean {
  return transactions.getStore() !== undefined
}

/** Runs a transaction, commit included, and then the effects that were registered in it. */
export async function withEffects<T>(transaction: () => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await transactions.run(effects, transaction)
  for (const effect of effects) effect()
  return result
}
