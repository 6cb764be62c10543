import type { Command } from './command.ts'
import { reading } from './command.ts'

const list = reading('usage list', {
  needs: ['catalogue', 'auditor'],
  says: 'How often each page was opened in the last 30 days, by those who agreed to be counted',
  run: async ({ db, clock }) => {
    const since = new Date(clock.now() - 30 * 86_400_000).toISOString().slice(0, 10)
    const rows = await db
      .selectFrom('usageCount')
      .select(({ fn }) => ['route', fn.sum<number>('count').as('count')])
      .where('day', '>=', since)
      .groupBy('route')
      .orderBy('count', 'desc')
      .execute()
    return rows.map(({ route, count }) => `${count}  ${route}`)
  },
})

export const usageCommands: readonly Command[] = [list]
