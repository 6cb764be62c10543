import { isOpen, type Command } from '#src/outbox/command.ts'
import type { Phone } from './phone.ts'
import type { Server } from './server.ts'

/** One thing a member did, and what the app said to it. */
export interface Tap {
  uid: string
  path: string
  /** What tells this tap's content from every other. */
  mark: string
  address?: string
  /** "Saved on this device" was shown. */
  acknowledged?: Command
  isRejected?: boolean
}

interface Books {
  taps: readonly Tap[]
  server: Server
  phone: Phone
  cancelled: ReadonlySet<string>
  /** Every row ever written, as last written. */
  written: ReadonlyMap<string, Command>
}

/** Compares what the server did with what members were told. Returns what is wrong. */
export function judge(books: Books): string[] {
  return [
    ...once(books),
    ...nothingLost(books),
    ...addressesAsEdited(books),
    ...inOrder(books),
    ...ownTokens(books),
    ...nothingStuck(books),
  ]
}

function once({ server, cancelled, written }: Books): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const { uid, key } of server.effects) {
    if (seen.has(`${uid} ${key}`)) faults.push(`${key} was applied twice`)
    seen.add(`${uid} ${key}`)
    if (cancelled.has(key)) faults.push(`${key} was cancelled and applied`)
    if (!written.has(key)) faults.push(`${key} was applied and never kept`)
  }
  for (const mark of server.reused) faults.push(`${mark} was sent with another body`)
  return faults
}

function nothingLost({ taps, server, cancelled, written }: Books): string[] {
  const applied = new Map(server.effects.map((effect) => [effect.key, effect]))
  return taps.flatMap((tap) => {
    const { acknowledged } = tap
    if (!acknowledged || cancelled.has(acknowledged.id) || tap.address !== undefined) return []
    const effect = applied.get(acknowledged.id)
    const refused = server.refusals.has(acknowledged.id)
    const row = written.get(acknowledged.id)
    const dependency = acknowledged.dependsOn
    if (!effect) {
      const isOrphan = dependency !== undefined && !applied.has(dependency) && row?.state === 'rejected'
      return refused || isOrphan
        ? []
        : [`${acknowledged.id} (${tap.path}) was saved and lost; its row: ${JSON.stringify(row)}`]
    }
    if (dependency !== undefined && !applied.has(dependency))
      return [`${acknowledged.id} was applied without ${dependency}`]
    if (tap.path === 'mallNotice/getRead' && !(effect.args['ids'] as string[]).includes(tap.mark))
      return [`the read-mark ${tap.mark} was lost`]
    return []
  })
}

/** Edits from one phone never conflict with each other, and the last one wins. */
function addressesAsEdited({ taps, server, cancelled, written }: Books): string[] {
  const faults: string[] = []
  const edits = taps.filter(
    (tap) => tap.address !== undefined && tap.acknowledged && !cancelled.has(tap.acknowledged.id),
  )
  for (const row of written.values())
    if (row.state === 'conflict') faults.push(`${row.id} conflicts with an edit of its own phone`)
  for (const key of new Set(edits.map((tap) => `${tap.uid} ${tap.address}`))) {
    const last = edits.findLast((tap) => `${tap.uid} ${tap.address}` === key)!
    const later = taps
      .slice(taps.indexOf(last))
      .filter((tap) => `${tap.uid} ${tap.address}` === key)
      .map((tap) => tap.mark)
    const detail = server.addresses.get(key)?.detail
    const isCancelledLater = taps.some(
      (tap) => `${tap.uid} ${tap.address}` === key && tap.acknowledged && cancelled.has(tap.acknowledged.id),
    )
    if (!isCancelledLater && !later.includes(String(detail)))
      faults.push(`address ${key} is "${String(detail)}" instead of "${last.mark}"`)
  }
  return faults
}

function inOrder({ server, written }: Books): string[] {
  const last = new Map<string, number>()
  return server.effects.flatMap(({ uid, key }) => {
    const row = written.get(key)
    if (!row) return []
    const lane = `${uid} ${row.lane}`
    const before = last.get(lane) ?? 0
    last.set(lane, row.seq)
    // A command that waited for another lane lets those behind it pass.
    return row.seq < before && row.dependsOn === undefined ? [`${key} overtook in lane ${lane}`] : []
  })
}

function ownTokens({ server, written }: Books): string[] {
  return server.effects
    .filter(({ uid, key }) => written.get(key)?.uid !== uid)
    .map(({ uid, key }) => `${key} was sent as ${uid}`)
}

function nothingStuck({ phone, server }: Books): string[] {
  const applied = new Set(server.effects.map((effect) => effect.key))
  return ['A', 'B']
    .flatMap((uid) => [...phone.disk(uid).rows.values()])
    .flatMap((row) => {
      if (isOpen(row) || row.state === 'quarantined') return [`${row.id} is still ${row.state}: ${JSON.stringify(row)}`]
      if ((row.state === 'applied') !== applied.has(row.id))
        return [`${row.id} is shown as ${row.state}, and the server thinks otherwise`]
      return []
    })
}
