import * as v from 'valibot'
import { TopUp } from '#protocol/wallet.ts'
import { systemClock } from '../../../lib/clock.ts'
import { connectionTo } from '../../../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../../../cache/storage/meta.ts'
import { memberName } from '../../../cache/storage/names.ts'
import { isPast } from './top-up-steps.ts'

const name = 'top-ups'
/** More than can be open at once; those before them are in the bills. */
const most = 5

/**
 * Top-ups that were opened here and of which something can still come, by what was last heard, newest first: a closed
 * app must find them again.
 */
export async function savedTopUps(memberId: string): Promise<TopUp[]> {
  return topUpsIn(await readMeta(connectionTo(memberName(memberId)), name).catch(() => undefined))
}

/** Does nothing where storage refuses: the address is still on the screen. */
export async function saveTopUp(memberId: string, topUp: TopUp): Promise<void> {
  await change(memberId, (saved) =>
    [topUp, ...saved.filter((it) => it.id !== topUp.id)]
      .toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))
      .slice(0, most),
  )
}

export async function forgetTopUp(memberId: string, id: string): Promise<void> {
  await change(memberId, (saved) => saved.filter((it) => it.id !== id))
}

/** One transaction, so that of two tabs neither overwrites what the other saved. */
async function change(memberId: string, next: (saved: TopUp[]) => TopUp[]): Promise<void> {
  await changeMeta(connectionTo(memberName(memberId)), name, (before) => next(topUpsIn(before))).catch(() => {})
}

function topUpsIn(saved: unknown): TopUp[] {
  const now = systemClock.now()
  return Array.isArray(saved) ? saved.filter((it): it is TopUp => v.is(TopUp, it)).filter((it) => !isPast(it, now)) : []
}
