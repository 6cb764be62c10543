import * as v from 'valibot'
import { addressSave } from '#protocol/addresses.ts'
import { Id, Latitude, Longitude } from '#protocol/primitives.ts'
import { newId } from '../../api/device.ts'
import { createDraft } from '../../entities/draft.ts'
import type { Command } from '../../outbox/command.ts'
import type { ShownAddress } from './shown-addresses.ts'

const AddressDraft = v.object({
  id: Id,
  /** The address that is edited; null for a new one. */
  addressId: v.nullable(Id),
  /** The server's version when the edit began; null where the server had none. */
  basedOn: v.nullable(v.number()),
  recipient: v.string(),
  phone: v.string(),
  regionId: v.string(),
  detail: v.string(),
  postcode: v.string(),
  position: v.nullable(v.object({ latitude: Latitude, longitude: Longitude })),
  isDefault: v.boolean(),
})
export type AddressDraft = v.InferOutput<typeof AddressDraft>

/** What is typed, one address at a time: phones drop a page while the member looks something up elsewhere. */
export const addressDraft = createDraft('address-draft', AddressDraft)

/** What the form begins with: an address as it is, or an empty one with an id of its own. */
export function draftOf(address: ShownAddress | undefined): AddressDraft {
  return {
    id: address?.id ?? newId(),
    addressId: address?.id ?? null,
    basedOn: address?.version ?? null,
    recipient: address?.recipient ?? '',
    phone: address?.phone ?? '',
    regionId: address?.regionId ?? '',
    detail: address?.detail ?? '',
    postcode: address?.postcode ?? '',
    position: address?.position ?? null,
    isDefault: address?.isDefault ?? false,
  }
}

/**
 * What the form of an address begins with: the draft where it has changes to that address, else the address. A draft
 * keeps the version that it is based on, so that an edit by another device since comes up as a conflict.
 */
export function begunWith(
  address: ShownAddress | undefined,
  draft: AddressDraft | undefined,
): { initial: AddressDraft; isRestored: boolean } {
  const fresh = draftOf(address)
  const isRestored = draft?.addressId === fresh.addressId && fieldsOf(draft) !== fieldsOf(fresh)
  return { initial: isRestored ? draft : fresh, isRestored }
}

/**
 * The version on which an edit is based, counting saves from this device that were applied since it began: the member
 * knows of them, so they are no conflict. `commands` are those of addresses, in the order of the taps.
 */
export function raisedBase({ id, basedOn }: Pick<AddressDraft, 'id' | 'basedOn'>, commands: readonly Command[]) {
  let base = basedOn
  for (const { call, args, state, reply } of commands) {
    if (call !== addressSave.path || state !== 'applied' || args['id'] !== id || args['basedOn'] !== base) continue
    const answer = v.safeParse(addressSave.answer, reply?.data)
    if (answer.success) base = answer.output.version
  }
  return base
}

function fieldsOf(draft: AddressDraft): string {
  const { id: _, basedOn: __, ...fields } = draft
  return JSON.stringify(fields)
}

/** Saves what is typed where it changes the address, undefined for a new one; else that address has no draft. */
export async function saveChanges(
  memberId: string,
  draft: AddressDraft,
  address: ShownAddress | undefined,
): Promise<void> {
  if (fieldsOf(draft) === fieldsOf(draftOf(address))) await removeDraftOf(memberId, draft.addressId)
  else await addressDraft.save(memberId, draft)
}

/** Removes the draft of an address, null for that of a new one; the draft of another stays. */
export async function removeDraftOf(memberId: string, addressId: string | null): Promise<void> {
  const saved = await addressDraft.load(memberId)
  if (saved?.addressId === addressId) await addressDraft.remove(memberId)
}
