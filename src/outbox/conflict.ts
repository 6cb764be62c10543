import * as v from 'valibot'
import { AddressConflict, addressDelete, addressList, addressSave } from '#protocol/addresses.ts'
import { queueable } from '#protocol/queueable.ts'
import { callApi } from '../api/api.ts'
import { announceApplied } from '../cache/applied.ts'
import type { Command } from './command.ts'
import { currentOutbox } from './current-outbox.ts'
import type { QueuedArgs } from './enqueue.ts'

/**
 * The other device's version, which came with the rejection; undefined where a row of an earlier version of the app has
 * none.
 */
export function theirsOf({ reply }: Command): AddressConflict | undefined {
  const read = v.safeParse(AddressConflict, reply?.data)
  return read.success ? read.output : undefined
}

/** The member's version by now: what was done last with the same thing, as long as it waits behind the conflict. */
export function mineOf(command: Command, all: readonly Command[]): Command {
  return laterOf(command, all).at(-1) ?? command
}

function laterOf({ entityKey, seq }: Command, all: readonly Command[]): Command[] {
  return all.filter(
    (it) =>
      entityKey !== undefined &&
      it.entityKey === entityKey &&
      it.seq > seq &&
      it.state === 'queued' &&
      it.attempt === 0,
  )
}

/**
 * Sends the member's version of a conflict again, based on the version they were shown: one that is newer still is
 * another conflict. Works without a network; rejects where the version has to be asked for and there is none.
 */
export async function keepMine(command: Command): Promise<void> {
  const { id } = command
  const outbox = await currentOutbox()
  const all = outbox?.commands.getSnapshot() ?? []
  const mine = mineOf(command, all)
  const { call, args } = mine
  const basedOn = theirsOf(command)?.version ?? (await versionNow(args['id']))
  // They would be sent too, based on what is no longer there.
  for (const it of laterOf(command, all)) await outbox?.cancel(it.id)
  if (call === addressSave.path)
    await outbox?.keepMine(id, addressSave, { ...args, basedOn } as QueuedArgs<typeof addressSave>)
  // What is gone there is gone, as the member wanted.
  else if (basedOn === null) await outbox?.dismiss(id)
  else await outbox?.keepMine(id, addressDelete, { ...args, basedOn } as QueuedArgs<typeof addressDelete>)
}

/** Lets the other device's version stand, and has every tab fetch it. */
export async function keepTheirs(command: Command): Promise<void> {
  await (await currentOutbox())?.dismiss(command.id)
  announceApplied({
    memberId: command.uid,
    commandId: command.id,
    path: command.call,
    invalidates: queueable.get(command.call)?.invalidates ?? [],
  })
}

async function versionNow(id: unknown): Promise<number | null> {
  const { items } = await callApi(addressList, {})
  return items.find((it) => it.id === id)?.version ?? null
}
