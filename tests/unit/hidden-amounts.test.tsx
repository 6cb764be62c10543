import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { i18n } from '@lingui/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Draw } from '#protocol/games.ts'
import type { Reward } from '#protocol/rewards.ts'
import { CouponWorth } from '#src/entities/coupon-worth.tsx'
import { MaskedText } from '#src/entities/masked-text.tsx'
import { ownFinder } from '#src/entities/own-finder.ts'
import { DrawRow } from '#src/features/games/draw-row.tsx'
import { ClaimReward, OwnReward } from '#src/entities/reward-text.tsx'
import { SlotRow } from '#src/features/games/slot-view.tsx'
import { Cancellation } from '#src/features/products/cancel-dialog.tsx'
import { ContractTerms } from '#src/features/contracts/contract-terms.tsx'
import { EarningsByDay } from '#src/features/products/earnings-by-day.tsx'
import { chooseHiddenAmounts, followHiddenAmounts } from '#src/lib/choose-hidden-amounts.ts'
import { amountsHidden, hideAmountsAs } from '#src/lib/hidden-amounts.ts'
import { maskAmounts } from '#src/lib/mask-amounts.ts'
import { formatMoney } from '#src/lib/money.ts'
import { dots } from '#src/ui/hidden-amount.tsx'
import { Money } from '#src/ui/money.tsx'
import { languages } from '#protocol/languages.ts'
import { amountIn } from '#server/http/messages/written.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { filesIn } from '#server/sources.mjs'
import { root } from '#server/install.mjs'
import { markupOf } from '#tests/support/markup.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const withoutTags = (markup: string) => markup.replaceAll(/<[^>]+>/g, '')
const seen = (it: ReactNode) => withoutTags(markupOf(it).replaceAll(/<span class="sr-only">[^<]*<\/span>/g, ''))
const heard = (it: ReactNode) => withoutTags(markupOf(it).replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, ''))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('localStorage', syncStorageOf())
})
afterEach(() => {
  hideAmountsAs(undefined)
  vi.unstubAllGlobals()
})

describe('while amounts are hidden', () => {
  beforeEach(() => chooseHiddenAmounts('ayu', 'hidden', true))

  test('nothing on the page tells an amount, and a screen reader hears that it is hidden', () => {
    const shown = markupOf(<Money value={1234} currency="USD" sign="always" />)
    expect(shown).not.toMatch(/\d|\+|positive/)
    expect(shown).toContain('amount hidden')
    expect(shown).toBe(markupOf(<Money value={-9} currency="IDR" sign="always" />))
  })

  test('the pay that a contract names stays readable', () => {
    const terms = {
      article: 'work',
      work: ['Clean the piles'],
      weeklySalary: 5000,
      currency: 'USD',
      paidFrom: 'Voltfolio',
      startsOn: '2026-11-30',
      endsOn: null,
    }
    const page = (
      <RouterContextProvider router={router}>
        <ContractTerms terms={terms} />
      </RouterContextProvider>
    )
    expect(seen(page)).toContain('50.00')
  })

  test('a chart keeps its shape and tells no figure', () => {
    const unit = {
      currency: 'USD',
      earnedByDay: [{ day: '2024-02-28', amount: 4217 }],
      activeFrom: '2024-02-01T00:00:00.000Z',
    }
    expect(markupOf(<EarningsByDay unit={unit} />)).not.toContain('42.17')
  })

  test('money that was won is hidden, also where the operator named the prize by it; coins and odds are not', () => {
    const [money, coins] = [
      { of: 'money', amount: 500, currency: 'USD' },
      { of: 'gold', amount: 500 },
    ] as const
    const draw = { id: 'd', price: { of: 'gold', amount: 20 }, prize: { name: '$5.00', reward: money }, status: 0 }
    const row = markupOf(
      <RouterContextProvider router={router}>
        <DrawRow draw={{ ...draw, gameName: 'Box', at: '2026-11-20T08:00:00.000Z' } as Draw} receipts={[]} />
      </RouterContextProvider>,
    )
    expect(row).toContain(dots)
    expect(row).not.toContain('5.00')
    expect(seen(<OwnReward reward={money} />)).toBe(dots)
    expect(seen(<OwnReward reward={coins} />)).toBe('500 gold coins')
    expect(markupOf(<SlotRow slot={{ name: 'First prize', art: 'money', reward: money }} />)).toContain('$5.00')
  })

  test('what a coupon takes off that was won; of one that can be won, it stays', () => {
    const terms = { type: 2, value: 500, currency: 'USD', minimumSpend: 0, savesAtMost: null, days: 30 } as const
    const reward = { of: 'coupon', name: 'Voucher', terms } as const
    expect(markupOf(<CouponWorth reward={reward} isOwn />)).not.toContain('5.00')
    expect(markupOf(<CouponWorth reward={reward} />)).toContain('$5.00')
  })

  test.each([
    ['money', { of: 'money', amount: 500, currency: 'USD' }],
    ['a coupon that is named by its worth', { of: 'coupon', name: '$5.00' }],
  ] as const)('the button that claims %s says in words that the amount is hidden', (_, reward) => {
    const button = <ClaimReward reward={reward as Reward} />
    expect(seen(button)).toBe(`Claim ${dots}`)
    expect(heard(button)).toBe('Claim amount hidden')
  })

  test("a message's amount is heard as hidden, and its other dots as they are", () => {
    const message = <MaskedText text="$5.00 went to card •••• 1234" />
    expect(seen(message)).toBe(`${dots} went to card •••• 1234`)
    expect(heard(message)).toBe('amount hidden went to card •••• 1234')
  })

  test.each([
    [true, ''],
    [false, 'Paid out'],
  ])('a search finds no message by its amount (hidden: %s)', (isHidden, found) => {
    chooseHiddenAmounts('ayu', 'hidden', isHidden)
    const useFind = ownFinder<{ title: string; line: string | null }>((it) => [it.title, it.line])
    const messages = [{ title: 'Paid out', line: '$5.21 went to card •••• 1234' }]
    function Found({ wanted }: { wanted: string }) {
      return useFind()(messages, wanted).map((it) => it.title)
    }
    expect(['5.21', '5', '$5'].map((wanted) => seen(<Found wanted={wanted} />))).toEqual([found, found, found])
    expect(seen(<Found wanted="card 1234" />)).toBe('Paid out')
  })

  test('prices and what is about to be paid are still shown', () => {
    expect(markupOf(<Money isOpen value={1234} currency="USD" />)).toContain('$12.34')
  })

  test('who is about to cancel an order sees what comes back', () => {
    const shown = markupOf(<Cancellation paid={9000} earned={250} refund={8750} currency="USD" />)
    for (const amount of ['$90.00', '$2.50', '$87.50']) expect(shown).toContain(amount)
  })
})

test('the choice is of the member and this device, known before anything is drawn at the next start', () => {
  chooseHiddenAmounts('ayu', 'hidden', true)
  hideAmountsAs('budi')
  expect(amountsHidden.getSnapshot()).toBe(false)
  hideAmountsAs('ayu')
  expect(amountsHidden.getSnapshot()).toBe(true)
  chooseHiddenAmounts('ayu', 'hidden', false)
  hideAmountsAs('ayu')
  expect(amountsHidden.getSnapshot()).toBe(false)
})

test('in the background amounts are hidden for who chose it, and come back as they were', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true })
  const window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const stop = followHiddenAmounts(() => 'ayu')
  const become = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
    return amountsHidden.getSnapshot()
  }
  expect(become('hidden')).toBe(false)
  chooseHiddenAmounts('ayu', 'away', true)
  expect([become('hidden'), become('visible')]).toEqual([true, false])
  chooseHiddenAmounts('ayu', 'hidden', true)
  expect([become('hidden'), become('visible')]).toEqual([true, true])
  chooseHiddenAmounts('ayu', 'hidden', false)
  expect(become('hidden')).toBe(true)
  window.dispatchEvent(new Event('focus'))
  stop()
})

test('a choice that the browser refuses to store holds until the page closes', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true })
  const window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('localStorage', undefined)
  const stop = followHiddenAmounts(() => 'citra')
  chooseHiddenAmounts('citra', 'hidden', true)
  chooseHiddenAmounts('citra', 'away', true)
  window.dispatchEvent(new Event('focus'))
  expect(amountsHidden.getSnapshot()).toBe(true)
  chooseHiddenAmounts('citra', 'hidden', false)
  expect(amountsHidden.getSnapshot()).toBe(false)
  window.dispatchEvent(new Event('pagehide'))
  expect(amountsHidden.getSnapshot()).toBe(true)
  stop()
})

test("amounts in the server's sentences are masked in every language, other figures stay", () => {
  for (const language of languages) {
    const amount = amountIn(language)({ amount: 123456, currency: 'USD' })
    const masked = maskAmounts(`2 units, ${amount} (22 Nov, 14:02).`, '••••')
    expect(masked.replaceAll(/[⁦⁩]/g, ''), language).toBe('2 units, •••• (22 Nov, 14:02).')
  }
  expect(maskAmounts(`It brought ${formatMoney(-5, 'USD', 'en')}.`, '••••')).toBe('It brought ••••.')
})

/** Whose amounts are no member's own, or are about to be paid, withdrawn or given up (docs/privacy.md). */
const open = [
  'src/entities/levels.ts',
  'src/entities/reward-text.tsx',
  'src/features/products/revenue-chart.tsx',
  'src/features/settings/delete-account.tsx',
  'src/features/wallet/deposit/deposit-form.tsx',
  'src/features/wallet/exchange/exchange-form.tsx',
  'src/features/wallet/top-up/top-up-form.tsx',
  'src/features/wallet/withdrawal/receipt.ts',
  'src/features/wallet/withdrawal/use-validation-errors.ts',
  'src/lib/money.ts',
  'src/ui/amount-field.tsx',
  'src/ui/money.tsx',
  'src/ui/own-money.ts',
  'src/ui/rolling-money.tsx',
]

/** Coins: the one place that hides them, what is to be sent, and what an amount would be worth. */
const openCoins = [
  'src/features/wallet/top-up/asset-amount.tsx',
  'src/features/wallet/top-up/top-up-worth.tsx',
  'src/features/wallet/top-up/transfer-target.tsx',
  'src/lib/asset-amount.ts',
]

// Read before the tests: on a busy machine the files take longer than one test may.
const sources = filesIn(join(root, 'src'))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
const having = (words: RegExp) =>
  sources
    .filter(({ text }) => words.test(text))
    .map(({ file }) => file)
    .toSorted()

test('no other file writes an amount past the choice to hide it', () => {
  expect(having(/formatMoney\(/)).toEqual(open)
  expect(having(/asset(Figure|Text)\(/)).toEqual(openCoins)
})
