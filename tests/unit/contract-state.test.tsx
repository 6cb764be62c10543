import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { ContractState } from '#src/features/contracts/contract-state.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

type ContractInfo = Answer<typeof contractInfo>
const terms: ContractInfo['terms'] = {
  article: 'contract',
  work: ['Cleaning scooters'],
  weeklySalary: 2500,
  currency: 'USD',
  paidFrom: 'The salary account',
  startsOn: '2026-01-01',
  endsOn: null,
}
const shown = (button: ContractInfo['button'], end: object = {}, reason: string | null = null) =>
  markupOf(
    <ContractState
      contractState={{
        button,
        reason,
        version: 1,
        terms,
        termsDigest: 'now',
        contract: null,
        approved: {
          terms,
          reviewedAt: '2026-11-20T06:00:00.000Z',
          endedOn: null,
          hasEnded: false,
          hasOtherTerms: false,
          ...end,
        },
      }}
    />,
  )

test('a contract that ends or has ended says its last day, also where none is on offer', () => {
  const endedOn = '2026-11-29'
  expect(shown(2)).toContain('Approved')
  expect(shown(2, { endedOn })).toMatch(/Ends on .*29/)
  for (const button of [2, 4] as const) expect(shown(button, { endedOn, hasEnded: true })).toMatch(/Ended on .*29/)
  expect(shown(1, { endedOn })).toContain('Awaiting review')
})

test('an approved contract that is no longer on offer is approved, and says why it has no update', () => {
  expect(shown(4, {}, 'No contract is offered.')).toMatch(
    /Approved.*You can&#x27;t update it now: No contract is offered\./,
  )
})
