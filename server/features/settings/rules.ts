import type { Answer } from '#protocol/call.ts'
import type { examineStatus, Switches } from '#protocol/settings.ts'
import { compareVersions } from '#protocol/versions.ts'
import type { Switchable } from '#protocol/words.ts'

const nothingOff: Switches = { examine: false, showTimeDeposit: false, showGoods: '0', switchedOff: [] }

/**
 * The operator's switches for an app of this version, with everything they imply: restricted mode always takes the Mall
 * and the news away, and without show-goods nothing can be bought. Nothing is off where none were ever set.
 */
export function effectiveSwitches(
  { switchedOff, versions, ...flags }: Switches = nothingOff,
  version: string,
): Answer<typeof examineStatus> {
  if (!flags.examine || !isWithin(versions ?? {}, version)) return { ...flags, examine: false, switchedOff: [] }
  const always: Switchable[] = ['mall', 'news', ...(flags.showGoods === '0' ? ['buying' as const] : [])]
  return { ...flags, switchedOff: [...new Set([...always, ...switchedOff])] }
}

function isWithin({ from, until }: NonNullable<Switches['versions']>, version: string): boolean {
  if (from !== undefined && compareVersions(version, from) < 0) return false
  return until === undefined || compareVersions(version, until) <= 0
}
