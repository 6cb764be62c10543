import { expect, test } from 'vitest'
import { addressDelete, addressSave, type Address } from '#protocol/addresses.ts'
import type { Command } from '#src/outbox/command.ts'
import { settledAddresses, waitingAddresses } from '#src/features/pointsmall/waiting-addresses.ts'
import { commandLike } from '#tests/support/command-like.ts'

const id = '00000000-0000-4000-8000-000000000001'
const fields = {
  id,
  recipient: 'Sari',
  phone: '+6281200000001',
  regionId: 'id-bali-denpasar',
  detail: 'Jl. Raya 1',
  isDefault: false,
}
const save = (change: object = {}, row: Partial<Command> = {}) =>
  commandLike({ call: addressSave.path, args: { ...fields, basedOn: null, ...change }, ...row })
const remove = (row: Partial<Command> = {}) =>
  commandLike({ call: addressDelete.path, args: { id, basedOn: 1 }, ...row })
const details = (commands: readonly Command[], items: readonly Address[] = []) =>
  waitingAddresses(items, 1000, commands).map((it) => it.detail)

test('a new address waits until the server lists it, as it was last edited', () => {
  expect(details([save()])).toEqual(['Jl. Raya 1'])
  expect(details([save(), save({ detail: 'Jl. Raya 2', basedOn: 1 })])).toEqual(['Jl. Raya 2'])
  expect(details([save({}, { state: 'applied', settledAt: 2000 })])).toEqual(['Jl. Raya 1'])
  expect(details([save({}, { state: 'applied', settledAt: 500 })])).toEqual([])
  expect(
    details([save()], [{ ...fields, postcode: null, position: null, region: [], version: 1, savedAt: '' }]),
  ).toEqual([])
})

test('what was rejected, cancelled or deleted again is no choice, nor an edit of a known address', () => {
  expect(details([save({}, { state: 'rejected' })])).toEqual([])
  expect(details([save({}, { state: 'cancelled' })])).toEqual([])
  expect(details([save(), remove()])).toEqual([])
  expect(details([save(), remove({ state: 'cancelled' })])).toEqual(['Jl. Raya 1'])
  expect(details([save({ basedOn: 3 })])).toEqual([])
})

test('an edit that the server has not got stands in place of its address, and a deletion takes it away', () => {
  const listed = { ...fields, postcode: null, position: null, region: [], version: 3, savedAt: '' }
  const choices = (commands: readonly Command[]) => {
    const waiting = waitingAddresses([listed], 1000, commands)
    return [...settledAddresses([listed], 1000, waiting, commands), ...waiting].map((it) => it.detail)
  }
  const edit = (row: Partial<Command> = {}) => save({ detail: 'Jl. Raya 2', basedOn: 3 }, row)
  expect(choices([edit()])).toEqual(['Jl. Raya 2'])
  expect(choices([edit({ state: 'applied', settledAt: 2000 })])).toEqual(['Jl. Raya 2'])
  for (const state of ['rejected', 'cancelled'] as const) expect(choices([edit({ state })])).toEqual(['Jl. Raya 1'])
  expect(choices([edit({ state: 'applied', settledAt: 500 })]), 'listed since').toEqual(['Jl. Raya 1'])
  expect(choices([remove()])).toEqual([])
  expect(choices([remove({ state: 'rejected' })])).toEqual(['Jl. Raya 1'])
  expect(choices([remove({ state: 'applied', settledAt: 2000 })]), 'gone, and not listed anew').toEqual([])
  // The answer to the first save was lost; the edit after it was made without knowing of it.
  expect(choices([save(), save({ detail: 'Jl. Raya 2' })])).toEqual(['Jl. Raya 2'])
})
