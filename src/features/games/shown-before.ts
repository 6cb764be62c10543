import { useEffect, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { boxBuy, lotteryOpen } from '#protocol/games.ts'
import { connectionTo } from '../../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../../cache/storage/meta.ts'
import { memberName, shownInGames } from '../../cache/storage/names.ts'
import { signedInId } from '../../cache/cache.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { reported } from '../../lib/report.ts'

/**
 * What the device itself knows of a draw or a round from before its result. What the server answers later could have
 * been changed to suit (docs/fair-draws.md, "What the device remembers").
 */

const Sent = v.object({ draws: v.array(v.string()), seedHash: v.string(), memberSeed: v.string(), odds: v.string() })
/** What a command of draws sent: the hash and the odds that were on screen, and the member's seed. */
export type Sent = v.InferOutput<typeof Sent>

const Shown = v.object({ round: v.string(), seedHash: v.string() })
type Shown = v.InferOutput<typeof Shown>

/** A seed lasts a hundred draws at most, so that those of several seeds are among them. */
const mostCommands = 300
/** Rounds last a week. */
const mostRounds = 60

/** Remembers what the draws of this device were sent with, while a screen of the games is open. */
export function useKeepSent(): void {
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const newest = rows.findLast((it) => sentBy(it) !== undefined)?.id
  useEffect(() => {
    if (newest !== undefined) keepSent(commands.getSnapshot()).catch(reported('games: keep sent'))
  }, [newest])
}

/** Adds the draws among `rows`, which are those of one member. */
export async function keepSent(rows: readonly Command[]): Promise<void> {
  const uid = rows[0]?.uid
  if (uid === undefined) return
  const sent = rows.flatMap((it) => sentBy(it) ?? [])
  await change(uid, shownInGames.sent, Sent, (kept) => {
    const known = new Set(kept.flatMap((it) => it.draws))
    return [...kept, ...sent.filter((it) => !it.draws.some((id) => known.has(id)))].slice(-mostCommands)
  })
}

/** What a draw was sent with from this device, whose commands are `rows`; undefined where it doesn't know. */
export async function sentFor(drawId: string, rows: readonly Command[]): Promise<Sent | undefined> {
  const isOf = (it: Sent) => it.draws.includes(drawId)
  // Its row may have been answered a moment ago.
  return rows.flatMap((it) => sentBy(it) ?? []).find(isOf) ?? (await read(shownInGames.sent, Sent)).find(isOf)
}

/** Remembers the hash that was shown of a round that is open. The first one counts: the seed was fixed by then. */
export async function keepShown({ round, seedHash }: Shown): Promise<void> {
  const uid = signedInId()
  if (uid === undefined) return
  await change(uid, shownInGames.rounds, Shown, (kept) =>
    kept.some((it) => it.round === round) ? kept : [...kept, { round, seedHash }].slice(-mostRounds),
  )
}

/** The hash that this device showed while the round was open; undefined where it didn't. */
export async function shownHashOf(round: string): Promise<string | undefined> {
  return (await read(shownInGames.rounds, Shown)).find((it) => it.round === round)?.seedHash
}

function sentBy({ call, state, args, reply }: Command): Sent | undefined {
  if (state !== 'applied' || (call !== lotteryOpen.path && call !== boxBuy.path)) return undefined
  const answer = v.safeParse(Answered, reply?.data)
  const sent = v.safeParse(Sent, {
    ...args,
    draws: answer.success ? answer.output.draws.map((it) => it.id) : undefined,
  })
  return sent.success ? sent.output : undefined
}

const Answered = v.object({ draws: v.array(v.object({ id: v.string() })) })

async function read<T extends typeof Sent | typeof Shown>(name: string, shape: T): Promise<v.InferOutput<T>[]> {
  const uid = signedInId()
  if (uid === undefined) return []
  return among(await readMeta(connectionTo(memberName(uid)), name).catch(() => undefined), shape)
}

async function change<T extends typeof Sent | typeof Shown>(
  uid: string,
  name: string,
  shape: T,
  next: (kept: v.InferOutput<T>[]) => v.InferOutput<T>[],
): Promise<void> {
  await changeMeta(connectionTo(memberName(uid)), name, (kept) => next(among(kept, shape)))
}

function among<T extends typeof Sent | typeof Shown>(kept: unknown, shape: T): v.InferOutput<T>[] {
  const known = v.safeParse(v.array(shape), kept)
  return known.success ? known.output : []
}
