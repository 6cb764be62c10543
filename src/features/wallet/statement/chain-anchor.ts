import * as v from 'valibot'
import { connectionTo } from '../../../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../../../cache/storage/meta.ts'
import { memberName } from '../../../cache/storage/names.ts'
import type { Anchor, Statement } from './statement.ts'

const Seen = v.array(v.object({ number: v.number(), hash: v.string(), at: v.string() }))
const name = 'bill-chain-seen'
/** Enough for five years of monthly statements; the oldest are removed first. */
const most = 60

/**
 * The last lines of the statements that this device found intact; a later statement of the same days must still contain
 * them.
 */
export async function seenAnchors(memberId: string): Promise<readonly Anchor[]> {
  return anchorsIn(await readMeta(connectionTo(memberName(memberId)), name).catch(() => undefined))
}

export async function keepAnchor({ memberId, lines, verdict }: Statement): Promise<void> {
  if (verdict.kind !== 'intact') return
  await keepLast(memberId, lines, [])
}

/**
 * What a restore of the server took is expected no longer, once a file that says so was saved: until then every
 * statement says it again.
 */
export async function dropRestored({ memberId, lines, verdict }: Statement): Promise<void> {
  if (verdict.kind !== 'restored') return
  await keepLast(memberId, lines, verdict.gone)
}

async function keepLast(memberId: string, lines: Statement['lines'], gone: readonly Anchor[]): Promise<void> {
  const last = lines.at(-1)
  if (!last && gone.length === 0) return
  const added = last ? [{ number: last.number, hash: last.hash, at: last.at }] : []
  const isOld = (it: Anchor) => it.number === last?.number || gone.some((of) => of.hash === it.hash)
  const among = (kept: readonly Anchor[]) => [...kept.filter((it) => !isOld(it)), ...added].slice(-most)
  await changeMeta(connectionTo(memberName(memberId)), name, (kept) => among(anchorsIn(kept))).catch(() => {})
}

function anchorsIn(kept: unknown): readonly Anchor[] {
  return v.is(Seen, kept) ? kept : []
}
