import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { demoRail } from './demo-rail.ts'
import type { Rail } from './rail.ts'
import { tronRail } from './trongrid.ts'

/** The rails of this installation: the demonstration's own and no other, or those that were configured. */
export function railsOf({ db, clock, config }: { db: Db; clock: Clock; config: Config }): Rail[] {
  if (config.demo) return [demoRail(db, clock)]
  return config.tron ? [tronRail(config.tron)] : []
}
