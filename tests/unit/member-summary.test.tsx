import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdings } from '#src/features/home/first-reads.ts'
import { MemberSummary } from '#src/features/home/member-summary.tsx'
import { markupOf } from '#tests/support/markup.tsx'
import { noUnits } from '#tests/support/unit-totals.ts'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

function shown(machines: { activeMachines?: number; runningMachines?: number }, updatedAt = Date.now()): string {
  const client = new QueryClient()
  client.setQueryData(holdings.queryKey, { ...noUnits, units: 130, activeUnits: 130, ...machines }, { updatedAt })
  return markupOf(
    <RouterContextProvider router={router}>
      <MemberSummary />
    </RouterContextProvider>,
    { client },
  )
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('Home counts machines as the server does, who knows all units, and none where nobody counted', () => {
  expect(shown({ activeMachines: 3, runningMachines: 2 })).toContain('2 of 3 machines running')
  expect(shown({ activeMachines: 1, runningMachines: 1 })).toContain('1 of 1 machine running')
  // An answer that an earlier build stored, and terms that have all ended.
  for (const machines of [{}, { activeMachines: 0, runningMachines: 0 }])
    expect(shown(machines)).toMatch(/>My machines</)
})

test("what was earned today is yesterday's after midnight, and said to be, until the server has answered", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 0, 5), toFake: ['Date'] })
  expect(shown({})).toContain('Earned today')
  const before = shown({}, new Date(2026, 10, 28, 23, 50).getTime())
  expect(before).toContain('Earned on Nov 28, 2026')
  expect(before).not.toContain('Earned today')
  vi.useRealTimers()
})
