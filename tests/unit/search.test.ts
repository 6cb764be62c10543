import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idPattern, machineKinds } from '#protocol/words.ts'
import { matching, oneOf, search, text, yesOrNo } from '#src/lib/search.ts'
import { readSearch, writeSearch } from '#src/shell/address-search.ts'

const id = '0190b3a2-0000-4000-8000-000000000001'
const read = search({ id: matching(idPattern), kind: oneOf(machineKinds), affordable: yesOrNo, code: text(16) })

describe('what an address says', () => {
  test('is read part by part', () => {
    expect(read({ id, kind: 'pile', affordable: true, code: 'AB12' })).toEqual({
      id,
      kind: 'pile',
      affordable: true,
      code: 'AB12',
    })
  })

  test.each([
    { id: 'not-an-id' },
    { id: 7 },
    { kind: 'ship' },
    { affordable: 'true' },
    { code: 'x'.repeat(17) },
    { code: ['a'] },
    { unknown: 'x' },
  ])('counts for nothing where it is unreadable: %j', (wrong) => {
    expect(read({ ...wrong })).toEqual({})
    // The router lays it over what the address had.
    expect({ ...wrong, ...read({ ...wrong }) }).toEqual('unknown' in wrong ? wrong : {})
    expect(read({ kind: 'vehicle', ...wrong }), 'and spoils nothing else').toEqual(
      'kind' in wrong ? {} : { kind: 'vehicle' },
    )
  })

  test('a code of digits alone, which the router reads as a number, is text again', () => {
    expect(read({ code: 123456 })).toEqual({ code: '123456' })
  })

  test.each(['22222E22', '1E5', '00012345', '12345678', '9999999999999999', 'NULL', 'true', '-1', '"A"'])(
    'the code %s survives the address',
    (code) => {
      expect(read(readSearch(`?code=${encodeURIComponent(code)}`))).toEqual({ code })
      expect(read(readSearch(writeSearch({ code })))).toEqual({ code })
    },
  )

  test('and so does any text, beside a yes or no', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 16 }), fc.boolean(), (code, affordable) => {
        expect(read(readSearch(writeSearch({ code, affordable })))).toEqual({ code, affordable })
      }),
    )
  })
})
