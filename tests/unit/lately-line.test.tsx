import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lately } from '#src/features/home/first-reads.ts'
import { LatelyLine } from '#src/features/home/lately-line.tsx'
import { amountsHidden } from '#src/lib/hidden-amounts.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test("what members claimed shows no amount while amounts are hidden: the reader's own claims are among them", () => {
  const client = new QueryClient()
  const claim = { id: '1', who: 'S***', what: 'claimed', productName: null, amount: 9189, currency: 'USD' } as const
  client.setQueryData(lately.queryKey, { items: [{ ...claim, at: new Date().toISOString() }] })
  expect(markupOf(<LatelyLine />, { client })).toContain('$91.89')
  amountsHidden.set(true)
  onTestFinished(() => amountsHidden.set(false))
  const hidden = markupOf(<LatelyLine />, { client })
  expect(hidden).toContain('amount hidden')
  expect(hidden).not.toContain('91.89')
})
