import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { durationText } from '#src/entities/quantities.ts'
import { ObstacleLine } from '#src/features/games/obstacle-line.tsx'
import { CancelWithin } from '#src/features/products/cancel-within.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (part: ReactNode) =>
  markupOf(<RouterContextProvider router={router}>{part}</RouterContextProvider>, { client: new QueryClient() })

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('a limit of its own', () => {
  const line = (daily: number) => shown(<ObstacleLine obstacle={{ kind: 'ownLimit', daily }} inviteGoldCoins={300} />)

  test('that leaves draws tomorrow says so', () => expect(line(2)).toContain('You can play again tomorrow'))
  test('of no draws at all promises none tomorrow', () => {
    expect(line(0)).not.toContain('tomorrow')
    expect(line(0)).toContain('change it in your limits')
  })
})

test('an order that can never be cancelled has no hours to cancel within', () => {
  expect(shown(<CancelWithin hours={12} />)).toContain('12 hours')
  expect(shown(<CancelWithin hours={0} />)).not.toContain('hour')
})

test('a time is told with its seconds, as it is charged', () => {
  expect(durationText(770, 'en')).toBe('12 minutes 50 seconds')
  expect(durationText(720, 'en')).toBe('12 minutes')
  expect(durationText(50, 'en')).toBe('50 seconds')
})
