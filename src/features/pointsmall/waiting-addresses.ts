import type { InferOutput } from 'valibot'
import * as v from 'valibot'
import { addressDelete, addressSave, type Address } from '#protocol/addresses.ts'
import { isLater } from '../../lib/clock.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/** An address that was made on this device and isn't in the server's list yet. */
export interface WaitingAddress extends Pick<
  InferOutput<typeof addressSave.args>,
  'id' | 'recipient' | 'phone' | 'detail' | 'postcode'
> {
  command: Command
}

/**
 * New addresses on their way, as they were last edited. `items` is the server's list, fetched at `at` (milliseconds):
 * an address that was confirmed since then isn't in it yet.
 */
export function waitingAddresses(items: readonly Address[], at: number, commands: readonly Command[]) {
  const waiting = new Map<string, WaitingAddress>()
  for (const command of commands) {
    const id = String(command.args['id'])
    if (command.call === addressDelete.path && command.state !== 'cancelled') waiting.delete(id)
    const isOnItsWay = isOpen(command) || (command.state === 'applied' && isLater(command.settledAt ?? 0, at))
    if (command.call !== addressSave.path || !isOnItsWay || items.some((it) => it.id === id)) continue
    const args = v.safeParse(addressSave.args, command.args)
    if (args.success && (args.output.basedOn === null || waiting.has(id))) waiting.set(id, { ...args.output, command })
  }
  return [...waiting.values()]
}
