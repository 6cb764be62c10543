import { CancelledError } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { mostReads } from '#protocol/reads.ts'
import { ApiError } from '#src/api/api-error.ts'
import { fill, type PrefetchPorts, type Part } from '#src/cache/prefetch/prefetch.ts'
import { isMetered } from '#src/cache/prefetch/connection-info.ts'

const now = Date.parse('2026-01-20T00:00:00Z')

/** Parts whose pieces count as stored once fetched. */
function partsOf(names: Record<string, string[]>, change: Partial<PrefetchPorts> = {}) {
  const kept = new Set<string>()
  const fetched: string[] = []
  const failing = new Set<string>()
  const reports: string[] = []
  let under = 0
  let most = 0
  const piece = (name: string) => async () => {
    most = Math.max(most, ++under)
    await Promise.resolve()
    under--
    if (failing.has(name)) throw new Error(name)
    fetched.push(name)
    kept.add(name)
  }
  const parts = Object.entries(names).map(([name, pieces]): Part => ({
    name,
    isHeavy: name.startsWith('heavy'),
    isDetail: name.includes('detail'),
    missing: async () => pieces.filter((it) => !kept.has(it)).map(piece),
  }))
  const ports: PrefetchPorts = {
    parts,
    clock: { now: () => now },
    isMetered: () => false,
    mayGoOn: () => true,
    isAnswer: () => false,
    report: ({ done, total, state }) => reports.push(`${done} of ${total}, ${state}`),
    ...change,
  }
  return { ports, kept, fetched, failing, reports, most: () => most }
}

describe('offline prefetch', () => {
  test('fetches every part, light ones first, and says how far it is', async () => {
    const it = partsOf({ 'heavy details': ['d1', 'd2', 'd3', 'd4', 'd5'], home: ['h'], levels: ['l'] })
    expect(await fill(it.ports)).toBe(0)
    expect(it.fetched).toEqual(['h', 'l', 'd1', 'd2', 'd3', 'd4', 'd5'])
    expect(it.reports).toEqual([
      '0 of 3, running',
      '1 of 3, running',
      '2 of 3, running',
      '3 of 3, running',
      '3 of 3, done',
    ])
  })

  test('begins as many pieces at once as two requests take', async () => {
    const many = Array.from({ length: 3 * mostReads + 1 }, (_, number) => `p${number}`)
    const it = partsOf({ a: many.slice(0, 3), b: many.slice(3) })
    expect(await fill(it.ports)).toBe(0)
    expect(it.fetched.toSorted()).toEqual(many.toSorted())
    expect(it.most()).toBe(2 * mostReads)
  })

  test('goes on where it was cut short', async () => {
    const it = partsOf({ 'heavy a': ['a1', 'a2', 'a3'], 'heavy b': ['b1'] })
    let left = 1
    expect(await fill({ ...it.ports, mayGoOn: () => left-- > 0 })).toBe(1)
    expect(it.fetched).toEqual(['a1', 'a2', 'a3'])
    expect(it.reports.at(-1)).toBe('1 of 2, waiting')
    await fill(it.ports)
    expect(it.fetched).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  test('on a metered line takes only what is light, and counts what is here from another', async () => {
    const names = { details: ['d'], home: ['h'], 'heavy picture': ['p'], 'heavy history': ['o'] }
    const it = partsOf(names, { isMetered: () => true })
    it.kept.add('o')
    await fill(it.ports)
    expect(it.fetched, 'details after what names them').toEqual(['h', 'd'])
    expect(it.reports.at(-1)).toBe('3 of 4, light')
  })

  test('what could not be fetched leaves it waiting, and does not hold up the rest', async () => {
    const it = partsOf({ a: ['a1', 'a2'], b: ['b1'] })
    it.failing.add('a1')
    expect(await fill(it.ports)).toBe(1)
    expect(it.fetched).toEqual(['a2', 'b1'])
    expect(it.reports.at(-1)).toBe('1 of 2, waiting')
  })

  test('what a closed screen gave up is fetched all the same', async () => {
    const it = partsOf({ a: ['a1'] })
    let asked = 0
    const shared: Part = {
      name: 'shared',
      isHeavy: false,
      isDetail: false,
      missing: async () => [
        async () => {
          if (asked++ === 0) throw new CancelledError()
        },
      ],
    }
    expect(await fill({ ...it.ports, parts: [shared] })).toBe(0)
    expect(asked).toBe(2)
    expect(it.reports.at(-1)).toBe('1 of 1, done')

    // All was given up, because the member is gone.
    asked = 0
    let isGone = false
    const missing = async () => [
      async () => {
        asked++
        isGone = true
        throw new CancelledError()
      },
    ]
    expect(await fill({ ...it.ports, parts: [{ ...shared, missing }], mayGoOn: () => !isGone })).toBe(1)
    expect(asked).toBe(1)
  })

  test('a server that has no such call is not waited for', async () => {
    const it = partsOf({ help: ['h'] }, { isAnswer: () => true })
    it.failing.add('h')
    expect(await fill(it.ports)).toBe(0)
    expect(it.reports.at(-1)).toBe('1 of 1, done')
  })

  test('an answer of the server while a part is looked up counts as well', async () => {
    const switchedOff = new ApiError('rejected', 'switched off', { errno: 1403, http: 200 })
    const it = partsOf({ a: ['a1'] }, { isAnswer: (failure) => failure === switchedOff })
    const off: Part = { name: 'off', isHeavy: false, isDetail: false, missing: () => Promise.reject(switchedOff) }
    expect(
      await fill({ ...it.ports, parts: [off, { ...off, name: 'heavy off', isHeavy: true }, ...it.ports.parts] }),
    ).toBe(0)
    expect(it.fetched).toEqual(['a1'])
    expect(it.reports.at(-1)).toBe('3 of 3, done')
  })

  test('a part that cannot be looked up is tried another time', async () => {
    const it = partsOf({ a: ['a1'] })
    const broken: Part = {
      name: 'broken',
      isHeavy: false,
      isDetail: false,
      missing: () => Promise.reject(new Error('closed')),
    }
    expect(await fill({ ...it.ports, parts: [broken, ...it.ports.parts] })).toBe(1)
    expect(it.fetched).toEqual(['a1'])
  })
})

test.each([
  [undefined, false],
  [{}, false],
  [{ effectiveType: '4g', type: 'wifi' }, false],
  [{ saveData: true, type: 'wifi' }, true],
  [{ type: 'cellular', effectiveType: '4g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: '3g', saveData: false }, false],
])('a line of %o is metered: %s', (line, is) => {
  expect(isMetered(line)).toBe(is)
})
