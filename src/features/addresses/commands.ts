import { useSyncExternalStore } from 'react'
import { addressDelete, addressSave } from '#protocol/addresses.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { currentOutbox } from '../../outbox/current-outbox.ts'
import type { Outcome } from '../../outbox/command-runner.ts'
import { useCommand } from '../../outbox/use-command.ts'
import type { ShownAddress } from './shown-addresses.ts'

/** The outbox's commands on addresses, in the order of the taps; answered ones too, until the outbox drops them. */
export function useAddressCommands(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === addressSave.path || it.call === addressDelete.path)
}

/** Deletes an address. If its first save was not sent yet, that command is cancelled and nothing is sent. */
export function useDeleteAddress() {
  const { isBusy, run } = useCommand(addressDelete)
  async function remove({ id, version, command }: ShownAddress): Promise<Outcome<typeof addressDelete>> {
    if (version === null && command && isOpen(command) && (await cancel(command.id))) return { kind: 'saved', command }
    // A first save that is under way creates version 1. The outbox then replaces `basedOn` by the version in its
    // answer.
    return run({ id, basedOn: version ?? 1 })
  }
  return { isBusy, remove }
}

/**
 * Takes a deletion back. A deletion that was not sent is cancelled; after one that was sent, the address is saved
 * again.
 */
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

/**
 * False where the command was already sent, or the outbox can't be opened; the next command then reports that failure.
 */
async function cancel(id: string): Promise<boolean> {
  try {
    return (await (await currentOutbox())?.cancel(id)) ?? false
  } catch {
    return false
  }
}
