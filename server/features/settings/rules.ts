import type { Answer } from '#protocol/call.ts'
import type { examineStatus } from '#protocol/settings.ts'
import type { Switchable } from '#protocol/words.ts'

type Flags = Answer<typeof examineStatus>

/**
 * The operator's switches with everything they imply: restricted mode always takes the Mall and the news away, and
 * without show-goods nothing can be bought.
 */
export function effectiveSwitches({ switchedOff, ...flags }: Flags): Flags {
  if (!flags.examine) return { ...flags, switchedOff: [] }
  const always: Switchable[] = ['mall', 'news', ...(flags.showGoods === '0' ? ['buying' as const] : [])]
  return { ...flags, switchedOff: [...new Set([...always, ...switchedOff])] }
}
