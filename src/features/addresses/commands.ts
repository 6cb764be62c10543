import { useSyncExternalStore } from 'react'
import { addressDelete, addressSave } from '#protocol/addresses.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands, currentOutbox } from '../../outbox/current-outbox.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import { useCommand } from '../../outbox/use-command.ts'
import type { ShownAddress } from './shown-addresses.ts'

/** Everything done with addresses on this device that is not forgotten yet, in the order of the taps. */
export function useAddressCommands(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === addressSave.path || it.call === addressDelete.path)
}

/** Deletes an address. One that the server never heard of is simply not sent. */
export function useDeleteAddress() {
  const { isBusy, run } = useCommand(addressDelete)
  async function remove({ id, version, command }: ShownAddress): Promise<Outcome<typeof addressDelete>> {
    if (version === null && command && isOpen(command) && (await cancel(command.id))) return { kind: 'saved', command }
    // Where a first saving is on its way, it makes version 1; the outbox bases this on what it was answered.
    return run({ id, basedOn: version ?? 1 })
  }
  return { isBusy, remove }
}

/** Takes a deletion back: unsent it never happens; sent, the address is saved again after it. */
export function useRestoreAddress() {
  const { isBusy, run } = useCommand(addressSave)
  async function restore(address: ShownAddress, deletion: Command): Promise<Outcome<typeof addressSave>> {
    if (deletion.call === addressDelete.path && (await cancel(deletion.id))) return { kind: 'saved', command: deletion }
    const { id, recipient, phone, regionId, detail, postcode, position, isDefault, version } = address
    const basedOn = version === null ? null : version + 1
    return run({ id, recipient, phone, regionId, detail, postcode, position, isDefault, basedOn })
  }
  return { isBusy, restore }
}

/** False where it was sent meanwhile, or the store fails: the next command then says so. */
async function cancel(id: string): Promise<boolean> {
  try {
    return (await (await currentOutbox())?.cancel(id)) ?? false
  } catch {
    return false
  }
}
