import type { Answer } from '#protocol/call.ts'
import { Switches, type examineStatus } from '#protocol/settings.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { effectiveSwitches } from './rules.ts'

/** What the operator has switched off and on for apps of this version. */
export async function switchesFor(db: Db, version: string): Promise<Answer<typeof examineStatus>> {
  return effectiveSwitches(await settingOf(db, 'examine', Switches), version)
}
