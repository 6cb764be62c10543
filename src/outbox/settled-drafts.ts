import type { CallPath } from '#protocol/calls.ts'
import type { Connection } from '../cache/storage/connection.ts'
import type { Command } from './command.ts'

/** Under which name a member's database has the draft of what a command sends. */
export const draftNames = {
  order: 'order-wish',
  withdrawal: 'withdrawal-wish',
  card: 'card-draft',
  pointsOrder: 'points-order-draft',
  contract: 'contract-draft',
} as const

interface Settling {
  name: string
  /** Fields in which the draft is like what was applied: one that was begun since may be about another thing. */
  alike?: { of: 'args' | 'answer'; fields: readonly string[] }
}

const settling: Partial<Record<CallPath, Settling>> = {
  'order/prepay': { name: draftNames.order, alike: { of: 'answer', fields: ['productId', 'quantity'] } },
  'Profit/withdrawal': { name: draftNames.withdrawal },
  'capital/addBindCard': { name: draftNames.card },
  'integral/order/checkout': { name: draftNames.pointsOrder, alike: { of: 'args', fields: ['goodsId'] } },
  'g/contract/submit': { name: draftNames.contract },
}

/** Removes the draft of a command that was applied, also where its screen is gone: it would be offered once more. */
export async function removeSettledDraft(connection: Connection, command: Command): Promise<void> {
  const rule = settling[command.call as CallPath]
  if (!rule) return
  const { name, alike } = rule
  const applied = alike?.of === 'answer' ? command.reply?.data : command.args
  await connection.use((database) =>
    database.transaction('rw', ['meta'], async () => {
      const draft = (await database.meta.get(name))?.value
      if ((alike?.fields ?? []).every((field) => valueOf(draft, field) === valueOf(applied, field)))
        await database.meta.delete(name)
    }),
  )
}

function valueOf(it: unknown, field: string): unknown {
  return typeof it === 'object' && it !== null ? (it as Record<string, unknown>)[field] : undefined
}
