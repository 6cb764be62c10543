import * as v from 'valibot'
import { TopUp } from '#protocol/wallet.ts'
import { systemClock } from '../../../lib/clock.ts'
import { connectionTo } from '../../../cache/storage/databases.ts'
import { readMeta, writeMeta } from '../../../cache/storage/meta.ts'
import { memberName } from '../../../cache/storage/names.ts'
import { isPast } from './top-up-steps.ts'

const name = 'top-ups'
/** More than can be open at once; those before them are in the bills. */
const most = 5

/** Top-ups that were opened here and of which something can still come, by what was last heard, newest first: a closed app must find them again. */
export async function savedTopUps(memberId: string): Promise<TopUp[]> {
  const kept: unknown = await readMeta(connectionTo(memberName(memberId)), name).catch(() => undefined)
  const now = systemClock.now()
  return Array.isArray(kept) ? kept.filter((it): it is TopUp => v.is(TopUp, it)).filter((it) => !isPast(it, now)) : []
}

/** Quietly nothing where the store refuses: the address stands on the screen all the same. */
export async function saveTopUp(memberId: string, topUp: TopUp): Promise<void> {
  const others = (await savedTopUps(memberId)).filter((it) => it.id !== topUp.id)
  const all = [topUp, ...others].toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))
  await write(memberId, all.slice(0, most))
}

export async function forgetTopUp(memberId: string, id: string): Promise<void> {
  await write(
    memberId,
    (await savedTopUps(memberId)).filter((it) => it.id !== id),
  )
}

async function write(memberId: string, topUps: readonly TopUp[]): Promise<void> {
  await writeMeta(connectionTo(memberName(memberId)), name, topUps).catch(() => {})
}
