import { i18n } from '@lingui/core'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TopUp } from '#protocol/wallet.ts'
import { withChecksum } from '#server/base58.ts'
import { askAfter, isSettled, leftToSend, taskOf } from '#src/features/wallet/top-up/top-up-steps.ts'
import { openHere, saveTopUp, savedTopUps } from '#src/features/wallet/top-up/saved-top-ups.ts'
import { together } from '#src/features/wallet/top-up/open-top-ups.tsx'
import { TopUpFacts } from '#src/features/wallet/top-up/top-up-facts.tsx'
import { wordsOf } from '#src/features/wallet/top-up/top-up-words.tsx'
import { assetText } from '#src/lib/asset-amount.ts'
import { chooseHiddenAmounts } from '#src/lib/choose-hidden-amounts.ts'
import { hideAmountsAs } from '#src/lib/hidden-amounts.ts'
import { addressGroups, checkAddress } from '#src/lib/chain-address.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { markupOf } from '#tests/support/markup.tsx'

const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('an address', () => {
  test('of TRON is right as the chain has it, and wrong by any one letter', async () => {
    expect(await checkAddress(usdtContract, 'trc20')).toBe('right')
    for (let place = 0; place < usdtContract.length; place += 1) {
      const other = usdtContract[place] === 'a' ? 'b' : 'a'
      expect(await checkAddress(usdtContract.slice(0, place) + other + usdtContract.slice(place + 1), 'trc20')).toBe(
        'wrong',
      )
    }
  })
  test('is wrong where letters changed places, are missing, doubled or of no alphabet', async () => {
    for (const damaged of [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt',
      usdtContract.slice(1),
      usdtContract.slice(0, -1),
      `${usdtContract}t`,
      '',
      'T',
      usdtContract.replace('R', '0'),
      ` ${usdtContract}`,
    ]) {
      expect(await checkAddress(damaged, 'trc20')).toBe('wrong')
    }
  })
  test("of another chain is not one of TRON, nor is the demonstration's", async () => {
    expect(await checkAddress(withChecksum(Buffer.concat([Buffer.of(0), Buffer.alloc(20, 7)])), 'trc20')).toBe('wrong')
    expect(await checkAddress(`DEMO${withChecksum(Buffer.alloc(20, 7))}`, 'trc20')).toBe('wrong')
    expect(await checkAddress(usdtContract, 'demo')).toBe('wrong')
    expect(await checkAddress(usdtContract, 'some-network')).toBe('unknown')
  })
  test('of the demonstration is right whatever it holds, as the server writes it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 20 }), async (bytes) => {
        expect(await checkAddress(`DEMO${withChecksum(Buffer.from(bytes))}`, 'demo')).toBe('right')
      }),
    )
  })
  test('stands in groups of four that say the same', () => {
    expect(addressGroups(usdtContract)).toEqual(
      ['TR7N', 'HqjeKQxG', 'TCi8']
        .flatMap((it) => it.match(/.{4}/g) ?? [])
        .concat(['q8ZY', '4pL8', 'otSz', 'gjLj', '6t']),
    )
    expect(addressGroups('')).toEqual([])
  })
})

test.each([
  [20_008_000, 6, '20.008'],
  [20_000_000, 6, '20.00'],
  [1, 6, '0.000001'],
  [0, 6, '0.00'],
  [12, 0, '12'],
  [1050, 2, '10.50'],
  [9_007_199_254_740_991, 6, '9007199254.740991'],
])('%i with %i decimals is %s, exactly', (units, decimals, text) => expect(assetText(units, decimals)).toBe(text))

const base: TopUp = {
  id: '00000000-0000-4000-8000-000000000001',
  asset: 'USDT',
  network: 'trc20',
  decimals: 6,
  confirmations: 20,
  demo: false,
  currency: 'USD',
  amount: 2000,
  due: 20_008_000,
  seen: 0,
  rate: '0.9996',
  address: usdtContract,
  state: 'waiting',
  confirmed: 0,
  openedAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2026-11-21T11:00:00.000Z',
  creditedAt: null,
}
const [during, after] = ['2026-11-21T10:01:00.000Z', '2026-11-21T11:00:01.000Z'].map((it) => Date.parse(it)) as [
  number,
  number,
]
const credited = '2026-11-21T10:30:00.000Z'

const standings: [name: string, topUp: TopUp, now: number, task: string, words: RegExp, settled: boolean][] = [
  ['waiting', base, during, 'send', /Waiting for your transfer.*on this network only/, false],
  [
    'waiting with the time over, whatever the server last said',
    base,
    after,
    'again',
    /time ran out.*Start a new top-up.*we keep looking for it and credit it/,
    false,
  ],
  ['waiting at the very end', base, Date.parse(base.expiresAt), 'again', /time ran out/, false],
  ['seen', { ...base, state: 'seen', seen: 20_008_000 }, during, 'wait', /Transfer found.*20\.008 USDT/, false],
  [
    'confirming',
    { ...base, state: 'confirming', seen: 20_008_000, confirmed: 7 },
    during,
    'wait',
    /Confirming: 7 of 20/,
    false,
  ],
  [
    'credited',
    { ...base, state: 'credited', seen: 20_008_000, creditedAt: credited },
    during,
    'none',
    /Credited.*\$20\.00 came into your recharge wallet/,
    true,
  ],
  [
    'underpaid in time',
    { ...base, state: 'underpaid', seen: 5_000_000, amount: 499, creditedAt: credited },
    during,
    'send-rest',
    /Less arrived.*\$4\.99.*15\.008 USDT.*same address/,
    false,
  ],
  [
    'underpaid and over',
    { ...base, state: 'underpaid', seen: 5_000_000, amount: 499, creditedAt: credited },
    after,
    'none',
    /Less arrived.*start another top-up/,
    false,
  ],
  [
    'overpaid',
    { ...base, state: 'overpaid', seen: 30_000_000, amount: 2998, creditedAt: credited },
    during,
    'none',
    /more than requested.*all of it was credited: \$29\.98/,
    true,
  ],
  [
    'late with nothing',
    { ...base, state: 'late' },
    after,
    'again',
    /time ran out.*Start a new top-up.*we keep looking for it and credit it/,
    false,
  ],
  [
    'late and credited',
    { ...base, state: 'late', seen: 20_008_000, creditedAt: credited },
    after,
    'none',
    /Arrived late.*\$20\.00/,
    true,
  ],
]

describe('how a top-up stands', () => {
  beforeAll(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
  })
  test.each(standings)('%s', (_, topUp, now, task, words, settled) => {
    const { title, text } = wordsOf(topUp, now)
    const said = markupOf(
      <>
        {title} {text}
      </>,
    ).replaceAll(/<[^>]+>/g, '')
    expect(said).toMatch(words)
    expect([taskOf(topUp, now), isSettled(topUp)]).toEqual([task, settled])
  })
  test('what is left is never below nothing', () =>
    expect([leftToSend(base), leftToSend({ ...base, seen: 30_000_000 })]).toEqual([20_008_000, 0]))
})

describe('what a top-up brings', () => {
  const said = (topUp: TopUp) =>
    markupOf(<TopUpFacts topUp={topUp} />)
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  beforeAll(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
  })
  test('is called credited once all that came is', () => {
    for (const state of ['credited', 'overpaid', 'underpaid', 'late'] as const)
      expect(said({ ...base, state, seen: 20_008_000, creditedAt: credited })).toMatch(/Credited \$20\.00.*Credited on/)
    expect(said(base)).toMatch(/Into the recharge wallet \$20\.00.*Rate held until/)
  })
  test('is not while the rest of it is being confirmed, though a first part was credited', () => {
    for (const state of ['seen', 'confirming'] as const) {
      const words = said({ ...base, state, seen: 20_008_000, creditedAt: credited })
      expect(words).toMatch(/Into the recharge wallet \$20\.00.*Rate held until/)
      expect(words).not.toContain('Credited')
    }
  })
})

describe('while amounts are hidden', () => {
  const shown = (topUp: TopUp, now: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    return markupOf(
      <>
        {wordsOf(topUp, now).text}
        <TopUpFacts topUp={topUp} />
      </>,
    ).replaceAll(/<[^>]+>/g, ' ')
  }
  // The rate is everybody's; the times say no amount.
  const figures = /20\.00|20\.008|4\.99|5\.00|29\.98|30\.00|15\.008/
  beforeAll(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
  })
  beforeEach(() => {
    vi.stubGlobal('localStorage', syncStorageOf())
    chooseHiddenAmounts('ayu', 'hidden', true)
  })
  afterEach(() => {
    hideAmountsAs(undefined)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test.each(standings.filter(([, , , task]) => task === 'wait' || task === 'none'))('%s: no amount of it', (...of) => {
    const [, topUp, now] = of
    expect(shown(topUp, now)).not.toMatch(figures)
    expect(shown(topUp, now)).toContain('amount hidden')
  })

  test('what is still to be sent is shown, and what has come is not', () => {
    expect(shown(base, during)).toMatch(/\$20\.00.*20\.008 USDT/)
    const rest = shown({ ...base, state: 'underpaid', seen: 5_000_000, amount: 499, creditedAt: credited }, during)
    expect(rest).toContain('15.008 USDT')
    expect(rest).not.toContain('5.00 USDT')
  })
})

describe('top-ups kept on the device', () => {
  const memberId = 'keeps-top-ups'
  const day = 86_400_000
  const keptAt = async (now: number) => {
    vi.setSystemTime(now)
    return (await savedTopUps(memberId)).map((it) => it.state)
  }
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  test('are found again while something can come of them', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    vi.useFakeTimers({ toFake: ['Date'], now: during })
    await saveTopUp(memberId, {
      ...base,
      id: '00000000-0000-4000-8000-000000000002',
      state: 'underpaid',
      creditedAt: credited,
    })
    await saveTopUp(memberId, { ...base, state: 'late' })
    expect((await keptAt(during)).toSorted()).toEqual(['late', 'underpaid'])
    // The rest can't be sent any more; one that nothing arrived for is listed for 30 days.
    expect(await keptAt(after)).toEqual(['late'])
    expect(await keptAt(after + 29 * day)).toEqual(['late'])
    expect(await keptAt(after + 30 * day)).toEqual([])
  })
  test('stand together with those of other devices, each once and as this device last knew it', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: during })
    const elsewhere = { ...base, id: '00000000-0000-4000-8000-000000000005', openedAt: '2020-01-01T00:00:00.000Z' }
    const shown = together([{ ...base, state: 'confirming' }], [{ ...base, state: 'waiting' }, elsewhere])
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      [base.id, 'confirming'],
      [elsewhere.id, elsewhere.state],
    ])
    const [further] = together([base], [{ ...base, state: 'confirming', seen: base.due, confirmed: 3 }])
    expect(further).toMatchObject({ state: 'confirming', confirmed: 3 })
    vi.setSystemTime(elsewhere.expiresAt)
    expect(together([], [elsewhere])).toEqual([])
  })
  test('are gone where the server says that they were settled, and stay where it says nothing', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    vi.useFakeTimers({ toFake: ['Date'], now: during })
    const [open, settled, silent] = ['6', '7', '8'].map((n) => ({
      ...base,
      id: `00000000-0000-4000-8000-00000000000${n}`,
      state: 'waiting' as const,
    })) as [TopUp, TopUp, TopUp]
    for (const it of [open, settled, silent]) await saveTopUp('elsewhere', it)
    const asked: string[] = []
    const ask = async (id: string): Promise<TopUp> => {
      asked.push(id)
      if (id === silent.id) throw new Error('no network')
      return { ...settled, state: 'credited', creditedAt: credited }
    }
    const left = async (of: readonly TopUp[] | undefined) =>
      (await openHere('elsewhere', of, ask)).map((it) => it.id).toSorted()
    // An older server doesn't say which are open.
    expect(await left(undefined)).toEqual([open.id, settled.id, silent.id])
    expect(asked).toEqual([])
    expect(await left([open])).toEqual([open.id, silent.id])
    expect(asked.toSorted()).toEqual([settled.id, silent.id])
    expect((await savedTopUps('elsewhere')).map((it) => it.id).toSorted()).toEqual([open.id, silent.id])
  })
  test('of two tabs that save at once, both stay', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
    vi.useFakeTimers({ toFake: ['Date'], now: during })
    const ids = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004']
    await Promise.all(ids.map((id) => saveTopUp('two-tabs', { ...base, id, state: 'late' })))
    expect((await savedTopUps('two-tabs')).map((it) => it.id).toSorted()).toEqual(ids)
  })
})

describe('the rail is asked', () => {
  test('often while something is on its way, rarer the longer nothing comes, at last every minute', () => {
    const ages = [1, 5, 20, 61].map(
      (minutes) => askAfter(base, 0, Date.parse(base.openedAt) + minutes * 60_000) as number,
    )
    expect(ages).toEqual([5000, 15_000, 30_000, 60_000])
    expect(askAfter({ ...base, state: 'confirming' }, 0, after)).toBe(4000)
  })
  test('after pauses that double while no answer comes, and never again once all is settled', () => {
    let silent = 0
    const pauses = [1, 2, 3, 4, 5].map(() => {
      const pause = askAfter(base, silent, during) as number
      silent += pause
      return pause
    })
    expect(pauses).toEqual([5000, 5000, 10_000, 20_000, 40_000])
    expect([
      askAfter(base, 999_999, during),
      askAfter(undefined, 0, during),
      askAfter(undefined, 999_999, during),
    ]).toEqual([60_000, 5000, 60_000])
    for (const state of ['credited', 'overpaid'] as const) expect(askAfter({ ...base, state }, 0, during)).toBe(false)
  })
})
