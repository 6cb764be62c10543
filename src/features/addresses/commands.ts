import { useSyncExternalStore } from 'react'
import { addressDelete, addressSave } from '#protocol/addresses.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands, currentOutbox } from '../../outbox/current-outbox.ts'
import type { QueuedArgs } from '../../outbox/enqueue.ts'
import { save, type Saved } from '../../outbox/save.ts'
import type { ShownAddress } from './shown-addresses.ts'

/** Everything done with addresses on this device that is not forgotten yet, in the order of the taps. */
export function useAddressCommands(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === addressSave.path || it.call === addressDelete.path)
}

/** Keeps a new address or an edit; edits that were never sent become one. */
export function saveAddress(args: QueuedArgs<typeof addressSave>): Promise<Saved> {
  return save(addressSave, args)
}

/** Deletes an address. One that the server never heard of is simply not sent. */
export async function deleteAddress({ id, version, command }: ShownAddress): Promise<Saved> {
  if (version === null && command && isOpen(command) && (await cancel(command.id))) return { isSaved: true, command }
  // Where a first saving is on its way, it makes version 1; the outbox bases this on what it was answered.
  return save(addressDelete, { id, basedOn: version ?? 1 })
}

/** Takes a deletion back: unsent it never happens; sent, the address is saved again after it. */
export async function restoreAddress(address: ShownAddress, deletion: Command): Promise<Saved> {
  if (deletion.call === addressDelete.path && (await cancel(deletion.id))) return { isSaved: true, command: deletion }
  const { id, recipient, phone, regionId, detail, postcode, position, isDefault, version } = address
  return save(addressSave, {
    id,
    recipient,
    phone,
    regionId,
    detail,
    postcode,
    position,
    isDefault,
    basedOn: version === null ? null : version + 1,
  })
}

/** False where it was sent meanwhile. */
async function cancel(id: string): Promise<boolean> {
  return (await (await currentOutbox())?.cancel(id)) ?? false
}
