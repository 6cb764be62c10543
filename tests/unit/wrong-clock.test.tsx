import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TimeDeposit } from '#protocol/deposits.ts'
import type { Withdrawal } from '#protocol/wallet.ts'
import { isQuizDone } from '#src/entities/quiz.ts'
import { termOf } from '#src/entities/unit-words.tsx'
import { lately } from '#src/features/home/first-reads.ts'
import { LatelyLine } from '#src/features/home/lately-line.tsx'
import { DepositRow } from '#src/features/wallet/deposit/deposit-row.tsx'
import { WithdrawalWay } from '#src/features/wallet/withdrawal/withdrawal-way.tsx'
import { instant } from '#src/lib/clock.ts'
import { setServerAhead } from '#src/lib/server-clock.ts'
import { useToday } from '#src/ui/use-today.ts'
import { markupOf } from '#tests/support/markup.tsx'

vi.mock('#src/entities/command-sheet.tsx', () => ({ CommandSheet: () => null }))
vi.mock('#src/ui/dialog.tsx', () => ({ Dialog: () => null }))
vi.mock('#src/entities/pays-debt-first.tsx', () => ({ PaysDebtFirst: () => null }))
vi.mock('#src/outbox/use-command.ts', () => ({ useCommand: () => ({ isReady: true, sheet: {} }) }))

const server = Date.parse('2026-11-29T10:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const at = (ms: number) => instant(server + ms)

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  setServerAhead(0)
  vi.useRealTimers()
})

describe.each([30 * hour, -30 * hour])("where the device's clock is off by %s ms, by the server's", (off) => {
  beforeEach(() => {
    vi.useFakeTimers({ now: server + off, toFake: ['Date'] })
    setServerAhead(-off)
  })

  test('what others did is told with how long ago it was', () => {
    const client = new QueryClient()
    const claim = { id: '1', who: 'S***', what: 'claimed', productName: null, amount: 9189, currency: 'USD' } as const
    const shown = (ago: number) => {
      client.setQueryData(lately.queryKey, { items: [{ ...claim, at: at(-ago) }] })
      return markupOf(<LatelyLine />, { client })
    }
    expect(shown(60_000)).toContain('just now')
    expect(shown(3 * hour)).toContain('3 hours ago')
  })

  test('the quiz is done until the next one opens', () => {
    expect(isQuizDone({ state: 'passed', nextAt: at(1000) })).toBe(true)
    expect(isQuizDone({ state: 'passed', nextAt: at(-1000) })).toBe(false)
  })

  test('a withdrawal was expected once its day is over', () => {
    const shown = (expectedBy: string) => {
      const withdrawal = {
        state: 'requested',
        steps: [{ state: 'requested', at: at(-day) }],
        expectedBy,
      } as Partial<Withdrawal> as Withdrawal
      return markupOf(<WithdrawalWay withdrawal={withdrawal} />)
    }
    expect(shown(at(hour))).not.toContain('was expected')
    expect(shown(at(-hour))).toContain('was expected')
  })

  test('a term has as many days left as it has', () => {
    expect(termOf({ activeFrom: at(-2 * day), expiresAt: at(8 * day) })).toEqual({ days: 10, passed: 2, left: 8 })
  })

  test('a deposit that is due is paid out, and one that is not is ended early', () => {
    const shown = (passed: number) => {
      const deposit: TimeDeposit = {
        id: '01900000-0000-7000-8000-000000000001',
        termId: 'week',
        principal: 10_000,
        interest: 10,
        currency: 'USD',
        days: 7,
        rateBp: 520,
        paidFrom: 'recharge',
        openedAt: at(-passed),
        maturesAt: at(7 * day - passed),
        endedAt: null,
        state: 'running',
      }
      return markupOf(<DepositRow deposit={deposit} />)
    }
    expect(shown(7 * day + hour)).toContain('Take it out with interest')
    const early = shown(6 * day + hour)
    expect(early).toContain('End early')
    expect(early).toContain('Term: 6 of 7 days')
  })

  test('today is the day that the server has', () => {
    const Today = () => useToday('UTC')
    expect(markupOf(<Today />)).toBe('2026-11-29')
  })
})
