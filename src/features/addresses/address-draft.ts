import * as v from 'valibot'
import { Id, Latitude, Longitude } from '#protocol/primitives.ts'
import { newId } from '../../api/device.ts'
import { createDraft } from '../../entities/draft.ts'
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

/** What is typed, while the member sets the pin on the map. */
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
