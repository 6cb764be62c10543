import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { statement, StatementLine } from '#protocol/books.ts'
import { dropRestored, keepAnchor, seenAnchors } from '#src/features/wallet/statement/chain-anchor.ts'
import {
  collectStatement,
  type Anchor,
  type Statement,
  type Verdict,
  type Wanted,
} from '#src/features/wallet/statement/statement.ts'

type Page = Answer<typeof statement>

const memberId = '5b0d7b1e-0000-4000-8000-000000000001'
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const root = sha(memberId)

/** So many movements of ten dollars into one wallet, chained as the server chains them; others from `otherFrom` on. */
function chain(count: number, otherFrom = Infinity): StatementLine[] {
  const lines: StatementLine[] = []
  for (let number = 1; number <= count; number += 1) {
    const line = {
      number,
      id: number + 100,
      at: `2026-11-20T06:00:${String(number % 60).padStart(2, '0')}.000Z`,
      kind: 'topup',
      account: 'recharge',
      amount: 1000,
      currency: 'USD',
      ref: number < otherFrom ? `r${number}` : `after the restore ${number}`,
    }
    lines.push({ ...line, hash: sha([lines.at(-1)?.hash ?? root, ...Object.values(line)].join('\n')) })
  }
  return lines
}

interface Changes {
  lines?: StatementLine[]
  top?: Partial<Page>
  skip?: number
  anchors?: Anchor[]
  wanted?: Partial<Wanted>
  second?: Partial<Page>
}

/** Reads a statement of ten movements, by three, as a server would answer it that has changed something. */
async function read({
  lines = chain(10),
  top = {},
  skip = 0,
  anchors = [],
  wanted = {},
  second,
}: Changes = {}): Promise<{ verdict: Verdict; progress: number[]; lines: number }> {
  const shown = lines.slice(skip)
  const sum = shown.reduce((all, it) => all + it.amount, 0)
  const progress: number[] = []
  const { verdict, lines: came } = await collectStatement({
    anchors,
    readAt: 0,
    wanted: { memberId, from: '2026-11-01', to: '2026-11-30', zone: 'Asia/Jakarta', ...wanted },
    onProgress: (part) => progress.push(part),
    readPage: async (after) => {
      const from = Number(after ?? 0)
      return {
        memberId,
        from: '2026-11-01',
        to: '2026-11-30',
        opening: [{ account: 'recharge', currency: 'USD', amount: skip * 1000 }],
        closing: [{ account: 'recharge', currency: 'USD', amount: skip * 1000 + sum }],
        lines: shown.length,
        previous: lines[skip - 1]?.hash ?? root,
        last: lines.at(-1)?.hash ?? root,
        items: shown.slice(from, from + 3),
        ...(from + 3 < shown.length && { next: String(from + 3) }),
        ...top,
        ...(from > 0 && second),
      }
    },
  })
  return { verdict, progress, lines: came.length }
}

const changed = (at: number, change: Partial<StatementLine>) =>
  chain(10).with(at, { ...chain(10)[at], ...change } as StatementLine)

describe('a statement', () => {
  test('that is whole is found intact, page after page', async () => {
    expect(await read()).toEqual({ verdict: { kind: 'intact' }, lines: 10, progress: [0.3, 0.6, 0.9, 1] })
    expect((await read({ skip: 4 })).verdict).toEqual({ kind: 'intact' })
    expect((await read({ lines: [] })).verdict).toEqual({ kind: 'intact' })
  })

  test.each([
    ['an amount', changed(4, { amount: 999 }), 5],
    ['a hash', changed(6, { hash: root }), 7],
    ['a reference', changed(0, { ref: 'other' }), 1],
    ['a line left out at the seam of two pages', chain(10).toSpliced(3, 1), 5],
    ['a line put in', chain(10).toSpliced(2, 0, chain(10)[1] as StatementLine), 2],
  ])('in which %s was changed is broken there', async (_, lines, at) => {
    expect((await read({ lines })).verdict).toEqual({ kind: 'broken', at })
  })

  test('that begins elsewhere than with the member is broken', async () => {
    expect((await read({ top: { previous: sha('someone else') } })).verdict).toMatchObject({ kind: 'broken', at: 1 })
    const other = chain(3)
    const someone = { memberId: '5b0d7b1e-0000-4000-8000-000000000002' }
    expect((await read({ lines: other, top: someone, wanted: someone })).verdict).toEqual({ kind: 'broken', at: 1 })
  })

  test('of which the end is missing is incomplete, and one that goes on for ever is not read for ever', async () => {
    expect((await read({ lines: chain(7), top: { lines: 10 } })).verdict).toEqual({
      kind: 'incomplete',
      promised: 10,
      came: 7,
    })
    expect((await read({ top: { lines: 4 } })).verdict).toEqual({ kind: 'incomplete', promised: 4, came: 6 })
    expect((await read({ lines: chain(3), top: { last: root } })).verdict).toEqual({ kind: 'broken', at: 3 })
  })

  test("whose balances don't follow from its lines is out of balance", async () => {
    expect(
      (await read({ top: { closing: [{ account: 'recharge', currency: 'USD', amount: 9999 }] } })).verdict,
    ).toEqual({ kind: 'unbalanced', account: 'recharge' })
    expect((await read({ top: { opening: [{ account: 'gold', currency: 'GOLD', amount: 1 }] } })).verdict.kind).toBe(
      'unbalanced',
    )
  })

  test('of another member, or of other days than were asked for, is not what was asked for', async () => {
    expect((await read({ wanted: { memberId: '5b0d7b1e-0000-4000-8000-000000000002' } })).verdict).toEqual({
      kind: 'other',
    })
    expect((await read({ wanted: { from: '2026-10-01' } })).verdict).toEqual({ kind: 'other' })
    expect((await read({ wanted: { to: '2026-11-29' } })).verdict).toEqual({ kind: 'other' })
    expect((await read({ second: { memberId: '5b0d7b1e-0000-4000-8000-000000000002' } })).verdict).toEqual({
      kind: 'other',
    })
  })

  const seen = (number: number, change: Partial<Anchor> = {}): Anchor => ({
    number,
    hash: chain(10)[number - 1]?.hash ?? '',
    at: '2026-11-20T06:00:00.000Z',
    ...change,
  })

  test('that is whole and not what was seen before is told apart', async () => {
    expect((await read({ anchors: [seen(5)] })).verdict).toEqual({ kind: 'intact' })
    expect((await read({ skip: 5, anchors: [seen(5, { at: '2026-10-20T06:00:00.000Z' })] })).verdict).toEqual({
      kind: 'intact',
    })
    expect((await read({ anchors: [seen(5, { hash: root })] })).verdict).toEqual({ kind: 'rewritten', at: 5 })
    expect((await read({ skip: 5, anchors: [seen(5, { hash: root })] })).verdict).toEqual({ kind: 'rewritten', at: 5 })
    expect((await read({ anchors: [seen(3, { hash: root }), seen(10)] })).verdict).toEqual({ kind: 'rewritten', at: 3 })
  })

  test('from which the end was cut off, or all of it, lacks what was seen before', async () => {
    expect((await read({ lines: chain(7), anchors: [seen(9)] })).verdict).toEqual({ kind: 'missing', at: 9 })
    expect((await read({ lines: [], anchors: [seen(9)] })).verdict).toEqual({ kind: 'missing', at: 9 })
    expect((await read({ skip: 5, anchors: [seen(2)] })).verdict).toEqual({ kind: 'missing', at: 2 })
  })

  test("need not have what was seen on other days, which are those of the member's zone", async () => {
    const later = seen(9, { at: '2026-11-30T17:00:00.000Z' })
    expect((await read({ lines: chain(7), anchors: [later] })).verdict).toEqual({ kind: 'intact' })
    expect((await read({ lines: chain(7), anchors: [later], wanted: { zone: 'UTC' } })).verdict).toEqual({
      kind: 'missing',
      at: 9,
    })
    expect((await read({ lines: chain(7), anchors: [seen(9, { at: '2026-10-31T16:59:59.000Z' })] })).verdict).toEqual({
      kind: 'intact',
    })
  })
})

describe('what was seen of the chain', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('is the last line of each statement that was intact, once', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    const keep = (lines: StatementLine[], verdict: Verdict = { kind: 'intact' }) =>
      keepAnchor({
        memberId,
        from: '2026-11-01',
        to: '2026-11-30',
        opening: [],
        closing: [],
        last: root,
        lines,
        verdict,
        readAt: 0,
      })
    await keep(chain(10))
    await keep(chain(4))
    await keep(chain(10))
    await keep([])
    await keep(chain(6), { kind: 'incomplete', promised: 7, came: 6 })
    const [fourth, tenth] = [chain(10)[3], chain(10)[9]]
    expect(await seenAnchors(memberId)).toEqual(
      [fourth, tenth].map((it) => ({ number: it?.number, hash: it?.hash, at: it?.at })),
    )
  })
})

describe('after a restore of the server', () => {
  const restores = [{ asOf: '2026-11-20T06:00:07.500Z', at: '2026-11-20T06:00:30.000Z' }]
  const at = (second: number) => `2026-11-20T06:00:${second}.000Z`
  const seen = (number: number, when: string, hash = chain(10)[number - 1]?.hash ?? ''): Anchor => ({
    number,
    hash,
    at: when,
  })
  const gone = [seen(10, at(20))]

  test('a statement says what is gone, whether or not new lines have reached its number', async () => {
    const restored = { kind: 'restored', asOf: restores[0]?.asOf, gone }
    const anchors = [seen(3, at(10)), ...gone]
    expect((await read({ lines: chain(7), anchors, top: { restores } })).verdict).toEqual(restored)
    expect((await read({ lines: chain(12, 8), anchors, top: { restores } })).verdict).toEqual(restored)
    expect((await read({ lines: chain(7), anchors })).verdict).toEqual({ kind: 'missing', at: 10 })
  })

  test('what it did not take is a contradiction as before: earlier lines, and those from after it', async () => {
    const top = { restores }
    expect(
      (await read({ lines: chain(12, 2), anchors: [...gone, seen(3, '2026-11-20T06:00:02.000Z')], top })).verdict,
    ).toEqual({ kind: 'rewritten', at: 3 })
    expect((await read({ lines: chain(7), anchors: [...gone, seen(9, at(31))], top })).verdict).toEqual({
      kind: 'missing',
      at: 9,
    })
  })

  test('the lines are expected until a file that says so was saved', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    const shown = async (lines: StatementLine[]): Promise<Statement> => {
      const came = await collectStatement({
        anchors: await seenAnchors(memberId),
        readAt: 0,
        wanted: { memberId, from: '2026-11-01', to: '2026-11-30', zone: 'Asia/Jakarta' },
        onProgress: () => {},
        readPage: async () => ({
          memberId,
          from: '2026-11-01',
          to: '2026-11-30',
          opening: [{ account: 'recharge', currency: 'USD', amount: 0 }],
          closing: [{ account: 'recharge', currency: 'USD', amount: lines.length * 1000 }],
          lines: lines.length,
          previous: root,
          last: lines.at(-1)?.hash ?? root,
          restores: [{ asOf: '2026-11-20T06:00:07.000Z', at: '2026-11-20T06:00:10.500Z' }],
          items: lines,
        }),
      })
      await keepAnchor(came)
      return came
    }
    expect((await shown(chain(10))).verdict.kind).toBe('intact')
    expect((await shown(chain(7))).verdict.kind).toBe('restored')
    const grown = await shown(chain(12, 8))
    expect(grown.verdict.kind).toBe('restored')
    await dropRestored(grown)
    expect((await shown(chain(12, 8))).verdict.kind).toBe('intact')
    expect((await shown(chain(11, 8))).verdict).toEqual({ kind: 'missing', at: 12 })
    vi.unstubAllGlobals()
  })
})
