import type { InferOutput } from 'valibot'
import * as v from 'valibot'
import { addressDelete, addressSave, type Address } from '#protocol/addresses.ts'
import { isLater } from '../../lib/clock.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/** An address that was made or edited on this device and isn't so in the server's list yet. */
export interface WaitingAddress extends Pick<
  InferOutput<typeof addressSave.args>,
  'id' | 'recipient' | 'phone' | 'detail' | 'postcode'
> {
  command: Command
}

/**
 * New and edited addresses on their way, as they were last edited: a parcel ordered before the server has the edit
 * would go to the address of before. `items` is the server's list, fetched at `at` (milliseconds): what was confirmed
 * since then isn't in it yet.
 */
export function waitingAddresses(items: readonly Address[], at: number, commands: readonly Command[]) {
  const waiting = new Map<string, WaitingAddress>()
  const isMade = new Set<string>()
  for (const command of commands) {
    const id = String(command.args['id'])
    if (command.call === addressDelete.path && command.state !== 'cancelled') waiting.delete(id)
    if (command.call !== addressSave.path || !isOnItsWay(command, at)) continue
    const args = v.safeParse(addressSave.args, command.args)
    if (!args.success) continue
    // An edit that was made before the answer to the first save had come has no `basedOn` either.
    const isNew = args.output.basedOn === null && !isMade.has(id)
    isMade.add(id)
    // A new one that is listed has arrived, and only its answer was lost.
    const isWanted = items.some((it) => it.id === id) ? !isNew : isNew || waiting.has(id)
    if (isWanted) waiting.set(id, { ...args.output, command })
  }
  return [...waiting.values()]
}

/** The server's addresses, listed `at`, that nothing done here is about to change or remove, or has removed since. */
export function settledAddresses(
  items: readonly Address[],
  at: number,
  waiting: readonly WaitingAddress[],
  commands: readonly Command[],
): Address[] {
  const isGone = (id: string) =>
    commands.some((it) => it.call === addressDelete.path && it.args['id'] === id && isOnItsWay(it, at))
  return items.filter(({ id }) => !waiting.some((it) => it.id === id) && !isGone(id))
}

/** Whether a list of `at` lacks what the command does. */
function isOnItsWay(command: Command, at: number): boolean {
  return isOpen(command) || (command.state === 'applied' && isLater(command.settledAt ?? 0, at))
}
