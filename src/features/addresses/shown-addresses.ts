import { isLater } from '../../lib/clock.ts'
import * as v from 'valibot'
import { Address, addressDelete, addressSave } from '#protocol/addresses.ts'
import type { Command } from '../../outbox/command.ts'

/** An address as the member left it, whether the server has confirmed that or not. */
export interface ShownAddress extends Pick<
  Address,
  'id' | 'recipient' | 'phone' | 'regionId' | 'region' | 'detail' | 'postcode' | 'position' | 'isDefault'
> {
  /** The server's version, on which an edit is based; null where the server has none. */
  version: number | null
  /** The last command on this address that is not confirmed, or that needs the member. */
  command?: Command
  /** True where a deletion made here is not confirmed yet. */
  isGone?: boolean
}

/**
 * The server's addresses with the commands of this device applied to them. The server answered `items` at `at`, in
 * milliseconds since 1970; `commands` are in the order of the taps. The default comes first, then new ones, then the
 * others in the server's order.
 */
export function shownAddresses(
  items: readonly Address[],
  at: number,
  commands: readonly Command[],
  regionNames: (id: string) => string[],
): ShownAddress[] {
  const shown = new Map<string, ShownAddress>(items.map((it) => [it.id, it]))
  for (const command of commands) {
    if (command.call === addressSave.path) save(shown, command, at, regionNames)
    if (command.call === addressDelete.path) remove(shown, command, at)
  }
  return [...shown.values()].toSorted((a, b) => rank(a) - rank(b))
}

function rank({ isDefault, version }: ShownAddress): number {
  return isDefault ? 0 : version === null ? 1 : 2
}

function save(
  shown: Map<string, ShownAddress>,
  command: Command,
  at: number,
  regionNames: (id: string) => string[],
): void {
  const before = shown.get(String(command.args['id']))
  if (command.state === 'cancelled') return
  if (command.state === 'applied') {
    const answer = v.safeParse(Address, command.reply?.data)
    if (isNews(command, at) && answer.success) put(shown, answer.output)
    return
  }
  const args = v.safeParse(addressSave.args, command.args)
  if (!args.success) return
  const { basedOn: _, ...fields } = args.output
  put(shown, { ...fields, region: regionNames(fields.regionId), version: before?.version ?? null, command })
}

function remove(shown: Map<string, ShownAddress>, command: Command, at: number): void {
  const id = String(command.args['id'])
  const before = shown.get(id)
  if (!before || command.state === 'cancelled') return
  if (command.state === 'applied') {
    if (isNews(command, at)) shown.delete(id)
    return
  }
  const isRejected = command.state === 'rejected' || command.state === 'conflict' || command.state === 'quarantined'
  shown.set(id, { ...before, command, isGone: !isRejected })
}

function put(shown: Map<string, ShownAddress>, address: ShownAddress): void {
  if (address.isDefault) for (const [id, it] of shown) if (it.isDefault) shown.set(id, { ...it, isDefault: false })
  shown.set(address.id, address)
}

/** True where the command was answered after the list was fetched, so that the list doesn't contain its effect. */
function isNews({ settledAt = 0 }: Command, at: number): boolean {
  return isLater(settledAt, at)
}
