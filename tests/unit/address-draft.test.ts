import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { addressDraft, begunWith, draftOf, raisedBase, removeDraftOf } from '#src/features/addresses/address-draft.ts'
import type { ShownAddress } from '#src/features/addresses/shown-addresses.ts'
import { commandLike } from '#tests/support/command-like.ts'

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

test("an edit is based on one's own saves that were applied since it began, and on nobody else's", () => {
  const { version: _, ...fields } = address(1)
  const saved = (basedOn: number | null, version: number, change = {}) =>
    commandLike({
      call: 'address/save',
      lane: 'addresses',
      args: { id: id(1), basedOn },
      state: 'applied',
      reply: { errno: 0, message: '', data: { ...fields, version, savedAt: '2026-11-20T06:00:00.000Z' } },
      ...change,
    })
  const edit = { id: id(1), basedOn: 3 }
  expect(raisedBase(edit, [saved(3, 4)])).toBe(4)
  expect(raisedBase(edit, [saved(2, 3), saved(3, 4), saved(4, 5)])).toBe(5)
  expect(raisedBase({ id: id(1), basedOn: null }, [saved(null, 1)])).toBe(1)
  expect(raisedBase(edit, [saved(4, 5)]), 'another device saved version 4').toBe(3)
  expect(raisedBase(edit, [saved(3, 4, { state: 'queued', reply: undefined })])).toBe(3)
  expect(raisedBase(edit, [saved(3, 4, { args: { id: id(2), basedOn: 3 } })])).toBe(3)
})
