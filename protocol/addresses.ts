import * as v from 'valibot'
import { get, post } from './call.ts'
import { Empty, Flag, Id, Instant, Latitude, Longitude, Phone, Slug, text, whole } from './primitives.ts'

/** Counts the changes of one address, from 1; what an edit was `basedOn` tells whether another device came first. */
const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const Base = whole(1, 1_000_000)

const Fields = {
  recipient: text(80),
  phone: Phone,
  regionId: Slug,
  detail: text(200),
  postcode: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(16))), null),
  /** Where the pin was set on the map, if it was. */
  position: v.optional(v.nullable(v.object({ latitude: Latitude, longitude: Longitude })), null),
  isDefault: Flag,
}

export const Address = v.object({
  id: Id,
  ...Fields,
  /** Names from the country's part down to the district, in the caller's language. */
  region: v.array(v.string()),
  version: Version,
  savedAt: Instant,
})
export type Address = v.InferOutput<typeof Address>

/**
 * Comes with errno 1712: the address as the server has it now. `address` is null where it was deleted; `version` is the
 * one to base a decision on in both cases.
 */
export const AddressConflict = v.object({ version: Version, address: v.nullable(Address) })
export type AddressConflict = v.InferOutput<typeof AddressConflict>

export const addressList = get('address/list', { args: Empty, answer: v.object({ items: v.array(Address) }) })

/**
 * Saves a new address (`basedOn` null) or an edit. The id is minted on the device, so that an address made offline can
 * be edited, deleted and ordered to before the server has seen it, and saving it twice makes one. An edit based on an
 * older version than the server's is a conflict (1712), unless both say the same: the member chooses which to keep.
 */
export const addressSave = post('address/save', {
  offline: 'queue',
  lane: 'addresses',
  args: v.object({ id: Id, basedOn: v.nullable(Base), ...Fields }),
  answer: Address,
  conflict: AddressConflict,
  invalidates: ['address/list', 'address/integral/getDefault'],
})

/**
 * Deletes an address; one that is gone already stays gone and is no error. An edit made meanwhile elsewhere is a
 * conflict (1712).
 */
export const addressDelete = post('address/delete', {
  offline: 'queue',
  lane: 'addresses',
  args: v.object({ id: Id, basedOn: Base }),
  /** `version` counts the deletion too: an edit that takes it back is based on that. */
  answer: v.object({ id: Id, version: Version }),
  conflict: AddressConflict,
  invalidates: ['address/list', 'address/integral/getDefault'],
})

/**
 * A part of a country one level below `parentId`, which is null at the top. The id begins with the country's:
 * `id-bali`. `initial` is the heading in the alphabetical index.
 */
export const Region = v.object({
  id: Slug,
  parentId: v.nullable(Slug),
  name: v.string(),
  initial: v.string(),
  leaf: v.boolean(),
  /** The centre of a city, to about a kilometre; null for a whole province. */
  position: v.nullable(v.object({ latitude: Latitude, longitude: Longitude })),
})
export type Region = v.InferOutput<typeof Region>

/** All regions of a country in one answer: small enough to keep, and the picker then works offline. */
export const regionList = get('region/getRegion', {
  who: 'anyone',
  args: v.object({ country: Slug }),
  answer: v.object({ country: Slug, items: v.array(Region) }),
})

/** The address a points order goes to unless another is chosen. */
export const defaultAddress = get('address/integral/getDefault', {
  args: Empty,
  answer: v.object({ address: v.nullable(Address) }),
})
