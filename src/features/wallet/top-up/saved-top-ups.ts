import * as v from 'valibot'
import { TopUp } from '#protocol/wallet.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { connectionTo } from '../../../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../../../cache/storage/meta.ts'
import { memberName } from '../../../cache/storage/names.ts'
import { isPast, isSettled } from './top-up-steps.ts'

const name = 'top-ups'
/** More than can be open at once; older ones are in the bills. */
const most = 5

/**
 * The top-ups opened on this device that can still change, in their last known state, newest first. They are saved
 * because the app must find them again after it was closed.
 */
export async function savedTopUps(memberId: string): Promise<TopUp[]> {
  return topUpsIn(await readMeta(connectionTo(memberName(memberId)), name).catch(() => undefined))
}

/** A storage error is ignored, because the address is still on the screen. */
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

/**
 * Those opened on this device that aren't settled. What the server doesn't name among the `open` ones is asked for by
 * `ask`: it may have been settled while the app was closed.
 */
export async function openHere(
  memberId: string,
  open: readonly TopUp[] | undefined,
  ask: (id: string) => Promise<TopUp>,
): Promise<TopUp[]> {
  const known = await Promise.all(
    (await savedTopUps(memberId)).map(async (it) => {
      const isOpen = open?.some(({ id }) => id === it.id) ?? true
      return isOpen ? it : await ask(it.id).catch(() => it)
    }),
  )
  await Promise.all(known.filter(isSettled).map((it) => forgetTopUp(memberId, it.id)))
  return known.filter((it) => !isSettled(it))
}

/** Reads and writes in one transaction, so that no tab overwrites another tab's change. */
async function change(memberId: string, next: (saved: TopUp[]) => TopUp[]): Promise<void> {
  await changeMeta(connectionTo(memberName(memberId)), name, (before) => next(topUpsIn(before))).catch(() => {})
}

function topUpsIn(saved: unknown): TopUp[] {
  const now = serverNow()
  return Array.isArray(saved) ? saved.filter((it): it is TopUp => v.is(TopUp, it)).filter((it) => !isPast(it, now)) : []
}
