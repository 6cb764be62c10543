import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { addressDraft, begunWith, draftOf, removeDraftOf } from '#src/features/addresses/address-draft.ts'
import type { ShownAddress } from '#src/features/addresses/shown-addresses.ts'

const id = (n: number) => `10000000-0000-4000-8000-00000000000${n}`
const address = (n: number): ShownAddress => ({
  id: id(n),
  recipient: 'Ayu',
  phone: '+6281200000001',
  regionId: 'id-bali-denpasar',
  region: ['Bali', 'Denpasar'],
  detail: 'Jl. Sanur 1',
  postcode: null,
  position: null,
  isDefault: false,
  version: 3,
})
const typed = (of?: ShownAddress) => ({ ...draftOf(of), detail: 'Jl. Sanur 2' })

test('a form goes on with what was typed for its address, on the version of that time', () => {
  const draft = typed(address(1))
  expect(begunWith({ ...address(1), version: 4 }, draft)).toEqual({ initial: draft, isRestored: true })
  const made = typed()
  expect(begunWith(undefined, made)).toEqual({ initial: made, isRestored: true })
})

test('what was typed for another address, or for a new one, is left out', () => {
  for (const draft of [typed(address(2)), typed(), undefined])
    expect(begunWith(address(1), draft)).toEqual({ initial: draftOf(address(1)), isRestored: false })
  expect(begunWith(undefined, typed(address(1)))).toMatchObject({ initial: { detail: '', addressId: null } })
})

test('what was typed and taken back leaves the address as it is now', () => {
  const now = { ...address(1), version: 4 }
  expect(begunWith(now, draftOf(address(1)))).toEqual({ initial: draftOf(now), isRestored: false })
  expect(begunWith(undefined, draftOf(undefined))).toMatchObject({ isRestored: false })
})

test("a saved or deleted address takes its draft along and leaves another's", async () => {
  await addressDraft.save('me', typed(address(1)))
  await removeDraftOf('me', id(2))
  await removeDraftOf('me', null)
  expect(await addressDraft.load('me')).toEqual(typed(address(1)))
  expect(await addressDraft.load('another')).toBeUndefined()
  await removeDraftOf('me', id(1))
  expect(await addressDraft.load('me')).toBeUndefined()
})
