import { exchange } from '#protocol/wallet.ts'
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

/** One thing a member did while they looked on. `amount` tells it from every other. */
export interface Press {
  uid: string
  amount: number
  /** It was sent although this phone couldn't keep it. */
  isUnsaved: boolean
  /** Undefined where the tab died before the member was told anything. */
  told: 'applied' | 'rejected' | 'unknown' | 'notSaved' | undefined
}

interface Books {
  taps: readonly Tap[]
  presses: readonly Press[]
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
    ...pressesAsTold(books),
    ...foregroundOnce(books),
  ]
}

function once({ server, cancelled, written, presses }: Books): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  const unsaved = new Set(presses.filter((it) => it.isUnsaved).map((it) => it.amount))
  for (const { uid, key, args } of server.effects) {
    if (seen.has(`${uid} ${key}`)) faults.push(`${key} was applied twice`)
    seen.add(`${uid} ${key}`)
    if (cancelled.has(key)) faults.push(`${key} was cancelled and applied`)
    if (!written.has(key) && !unsaved.has(Number(args['amount']))) faults.push(`${key} was applied and never kept`)
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
    if (!row || row.delivery === 'foreground') return []
    const lane = `${uid} ${row.lane}`
    const before = last.get(lane) ?? 0
    last.set(lane, row.seq)
    // A command that waited for another lane lets those behind it pass.
    return row.seq < before && row.dependsOn === undefined ? [`${key} overtook in lane ${lane}`] : []
  })
}

function ownTokens({ server, written }: Books): string[] {
  return server.effects
    .filter(({ uid, key }) => written.has(key) && written.get(key)?.uid !== uid)
    .map(({ uid, key }) => `${key} was sent as ${uid}`)
}

/** What a member was told of something they did just now is true for ever. */
function pressesAsTold({ presses, server }: Books): string[] {
  return presses.flatMap(({ uid, amount, told }) => {
    const times = server.effects.filter((it) => it.path === exchange.path && it.args['amount'] === amount).length
    if (times > 1) return [`the exchange of ${amount} was done ${times} times`]
    if (server.effects.some((it) => it.path === exchange.path && it.args['amount'] === amount && it.uid !== uid))
      return [`the exchange of ${amount} was done as another member`]
    if (told === 'applied' && times === 0) return [`the exchange of ${amount} was told as done`]
    if ((told === 'rejected' || told === 'notSaved') && times > 0)
      return [`the exchange of ${amount} was done after the member was told that it was not`]
    return []
  })
}

/**
 * A foreground command is sent once, by whoever the member looks on with, and its row never disappears before its end.
 */
function foregroundOnce({ written, phone, presses }: Books): string[] {
  const givenUp = new Set(presses.filter((it) => it.told === 'notSaved' || it.isUnsaved).map((it) => it.amount))
  return [...written.values()].flatMap((row) => {
    if (row.delivery !== 'foreground') return []
    if (row.attempt > 1) return [`${row.id} was sent ${row.attempt} times`]
    if (phone.sentByDrainer.has(row.id)) return [`${row.id} was sent by the drainer`]
    const isGone = !phone.disk(row.uid).rows.has(row.id)
    if (isGone && (row.state === 'inflight' || row.state === 'unknown') && !givenUp.has(Number(row.args['amount'])))
      return [`${row.id} disappeared while it was ${row.state}`]
    return []
  })
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
