import * as v from 'valibot'
import { AddressConflict, addressDelete, addressList, addressSave } from '#protocol/addresses.ts'
import { queueable } from '#protocol/queueable.ts'
import { callApi } from '../api/api.ts'
import { announceApplied } from '../cache/applied.ts'
import type { Command } from './command.ts'
import { currentOutbox } from './current-outbox.ts'
import type { QueuedArgs } from './enqueue.ts'

/**
 * The other device's version, which came with the rejection; undefined in rows of earlier versions of the app, which
 * have none.
 */
export function theirsOf({ reply }: Command): AddressConflict | undefined {
  const read = v.safeParse(AddressConflict, reply?.data)
  return read.success ? read.output : undefined
}

/** The member's latest version: that of the last command about the same thing which waits behind the conflict. */
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

/** What a decision ends, the conflict last: while it is there, the others are not sent. */
function disputedBy(command: Command, all: readonly Command[]): string[] {
  return [...laterOf(command, all), command].map(({ id }) => id)
}

/**
 * Queues the member's version again, based on the server's version that they were shown. If the server has a still
 * newer one by then, that is another conflict. Rejects with ApiError where the shown version isn't stored and can't be
 * fetched.
 */
export async function keepMine(command: Command): Promise<void> {
  const outbox = await currentOutbox()
  const all = outbox?.commands.getSnapshot() ?? []
  const { call, args } = mineOf(command, all)
  const basedOn = theirsOf(command)?.version ?? (await versionNow(args['id']))
  // The later commands are based on a version that the server no longer has.
  const ids = disputedBy(command, all)
  if (call === addressSave.path)
    await outbox?.keepMine(ids, addressSave, { ...args, basedOn } as QueuedArgs<typeof addressSave>)
  // The member wanted to delete it, and it is deleted there already.
  else if (basedOn === null) for (const id of ids) await outbox?.dismiss(id)
  else await outbox?.keepMine(ids, addressDelete, { ...args, basedOn } as QueuedArgs<typeof addressDelete>)
}

/** Keeps the other device's version and drops later edits of this one; every tab fetches it. */
export async function keepTheirs(command: Command): Promise<void> {
  const outbox = await currentOutbox()
  for (const id of disputedBy(command, outbox?.commands.getSnapshot() ?? [])) await outbox?.dismiss(id)
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
