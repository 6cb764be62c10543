import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<(() => void)[]>()

/** Runs `effect` once the transaction that one is in is durable, and never if it is rolled back; at once outside of any. For what can't be rolled back. */
export function afterCommit(effect: () => void): void {
  const effects = transactions.getStore()
  if (effects) effects.push(effect)
  else effect()
}

/** Runs a transaction, commit included, and then what waited for it. */
export async function withEffects<T>(transaction: () => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await transactions.run(effects, transaction)
  for (const effect of effects) effect()
  return result
}
