import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from '#protocol/calls.ts'
import type { Call } from '#protocol/call.ts'
import { arbitraryOf } from '#tests/support/arbitrary-of.ts'

const all: Call[] = Object.values(calls)
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

// Both sides parse: what one side's parser lets out, the other's must take in, and mean the same.
describe.each(all)('$path', (call) => {
  it.each(['args', 'answer'] as const)('reads the %s it has written', (side) => {
    fc.assert(
      fc.property(arbitraryOf(call[side]), (value) => {
        const written = v.parse(call[side], json(value))
        expect(v.parse(call[side], json(written))).toEqual(written)
      }),
      { numRuns: 25 },
    )
  })
})

describe.each(all.filter((call) => call.method === 'GET'))('$path', (call) => {
  it('reads its arguments from a query string', () => {
    fc.assert(
      fc.property(arbitraryOf(call.args), (value) => {
        const args = v.parse(call.args, json(value)) as Record<string, unknown>
        expect(v.parse(call.args, Object.fromEntries(new URLSearchParams(queryOf(args))))).toEqual(args)
      }),
      { numRuns: 25 },
    )
  })
})

/** Lists are joined by commas, absent arguments are left out. An empty list can't be told from an empty text. */
function queryOf(args: Record<string, unknown>): Record<string, string> {
  fc.pre(Object.values(args).every((value) => !Array.isArray(value) || value.length > 0))
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
