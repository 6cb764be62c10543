import { i18n } from '@lingui/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { contractInfo } from '#protocol/contracts.ts'
import { ContractAction } from '#src/features/contracts/contract-action.tsx'
import { ContractState } from '#src/features/contracts/contract-state.tsx'
import { EndingWords } from '#src/features/contracts/ending-words.tsx'
import { ShownTerms } from '#src/features/contracts/shown-terms.tsx'
import { UpdateWords } from '#src/features/contracts/update-words.tsx'
import { en } from '#server/notices/texts/en.ts'
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
const stateOf = (button: ContractInfo['button'], end: object = {}, reason: string | null = null): ContractInfo => ({
  button,
  reason,
  version: 1,
  terms,
  termsDigest: 'now',
  contract: null,
  approved: {
    terms,
    reviewedAt: '2026-11-20T06:00:00.000Z',
    firstPaidOn: '2026-11-23',
    hasBegun: true,
    untilOn: null,
    following: [],
    endedOn: null,
    hasEnded: false,
    hasOtherTerms: false,
    ...end,
  },
  ending: null,
})
const shown = (...of: Parameters<typeof stateOf>) => markupOf(<ContractState contractState={stateOf(...of)} />)
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shownTerms = (contractState: ContractInfo) =>
  markupOf(
    <RouterContextProvider router={router}>
      <ShownTerms contractState={contractState} />
    </RouterContextProvider>,
  )
const update = {
  terms: { ...terms, weeklySalary: 4000 },
  reviewedAt: '2026-12-01T06:00:00.000Z',
  firstPaidOn: '2026-12-14',
}

test('a contract that ends or has ended says its last day, also where none is on offer', () => {
  const endedOn = '2026-11-29'
  expect(shown(2)).toContain('Approved')
  expect(shown(2, { endedOn })).toMatch(/Ends on .*29/)
  for (const button of [2, 4] as const) expect(shown(button, { endedOn, hasEnded: true })).toMatch(/Ended on .*29/)
  expect(shown(1, { endedOn })).toContain('Awaiting review')
})

test('an approved contract that is no longer on offer is approved, and says why it has no update', () => {
  expect(shown(4, {}, 'No contract is offered.')).toMatch(
    /Approved on .*You can&#x27;t update it now: No contract is offered\./,
  )
})

test('an approved contract says since when it is paid, or from when it will be', () => {
  expect(shown(2)).toMatch(/Approved on .*20.* Every full week since .*23.* is paid by this version\./)
  const starts = shown(2, { hasBegun: false, firstPaidOn: '2026-12-07' })
  expect(starts).toMatch(/Approved on .* The first week paid by this version begins on .*7/)
  expect(shown(2, { hasBegun: false, firstPaidOn: null })).toContain('no week is paid')
  for (const it of [shown(2), starts]) expect(it).not.toMatch(/Valid since|full week after that/)
})

test('an approved update that starts later is named with its first day, on both sides of a pause too', () => {
  const followed = { untilOn: '2026-12-13', following: [update] }
  const words = /Approved.*up to .*13.* are paid by this version\. From .*14.* on you&#x27;re paid by the update/
  expect(shown(2, followed)).toMatch(words)
  expect(shown(4, followed, 'None.')).toMatch(words)
  const paused = shown(2, { ...followed, endedOn: '2026-11-29', untilOn: '2026-11-29' })
  expect(paused).toMatch(/up to .*29.* From .*14/)
  expect(paused).not.toContain('Ends on')
  const page = shownTerms(stateOf(2, followed))
  expect(page).toMatch(/Terms you signed.*\$25\.00.*Until.*2026-12-13.*Terms from .*14.*\$40\.00/)
})

test('the answer of the release before, from a server or stored, is read and says no more than it knows', () => {
  const unknown = { firstPaidOn: undefined, hasBegun: undefined, untilOn: undefined, following: undefined }
  const old = v.parse(contractInfo.answer, JSON.parse(JSON.stringify({ ...stateOf(2, unknown), ending: undefined })))
  expect(old).toMatchObject({ ending: null, approved: { following: [], untilOn: null } })
  expect(markupOf(<ContractState contractState={old} />)).toMatch(/Approved on [^.]*\.<\/p>/)
  expect(shownTerms(old)).toContain('Terms you signed')
})

test('what an end means is said before it: the last paid day, what is not paid, and that there is no way back', () => {
  const words = (lastPaidOn: string | null, state = stateOf(2)) =>
    markupOf(<EndingWords contractState={state} day="29 Nov" lastPaidOn={lastPaidOn} />)
  expect(words('29 Nov')).toContain('Your last paid day is 29 Nov. This week is still paid')
  expect(words('22 Nov')).toContain('Your last paid day is 22 Nov: this week isn&#x27;t a full one')
  expect(words(null)).toContain('no week is paid')
  for (const it of [words('29 Nov'), words('22 Nov'), words(null)]) expect(it).toContain('You can&#x27;t undo this')
  expect(words('29 Nov')).not.toContain('update')
  expect(words('29 Nov', stateOf(2, { following: [update] }))).toContain('The approved update that starts later ends')
  expect(words('29 Nov', stateOf(1))).toContain('The update under review isn&#x27;t ended')
})

test('messages say the first week that is paid, and what follows an end; those of earlier servers as much as they know', () => {
  expect(en.contract_approved({ version: 1, firstPaidOn: '2026-11-23' }).line).toMatch(/begins on .*23/)
  for (const firstPaidOn of [null, undefined])
    expect(en.contract_approved({ version: 1, firstPaidOn }).line).toBe('Your contract was reviewed and approved.')
  const ended = (more: object = {}) => en.contract_ended({ day: '2026-11-29', ...more }).line
  expect(ended()).toMatch(/29.*\. Every full week up to then is paid\.$/)
  expect(ended({ isPaid: false, nextOn: null })).toMatch(/29.*\. There is no full week before it/)
  expect(ended({ isPaid: true, nextOn: '2026-12-14' })).toMatch(/up to then is paid\. The update .* from .*14/)
})

test('until an update is approved, the approved contract applies, as long as it runs', () => {
  const goesOn = 'Until an update is approved, the approved version applies.'
  for (const button of [1, 3] as const) {
    expect(shown(button)).toContain(goesOn)
    expect(shown(button, { endedOn: '2026-12-27' })).toMatch(/Your approved contract ends on .*27/)
    expect(shown(button, { endedOn: '2026-11-29', hasEnded: true })).not.toMatch(/approved/)
  }
  expect(markupOf(<ContractState contractState={{ ...stateOf(3), approved: null }} />)).not.toContain(goesOn)
})

test('the question before an update says that the approved contract applies until then, where one runs', () => {
  const asked = (state: ContractInfo) => markupOf(<UpdateWords contractState={state} changes={[]} />)
  const applies = 'Until then the approved version applies'
  for (const button of [2, 3] as const) {
    expect(asked(stateOf(button))).toContain(applies)
    expect(asked(stateOf(button, { hasEnded: true }))).not.toContain(applies)
    const ending = asked(stateOf(button, { endedOn: '2026-12-27' }))
    expect(ending).toMatch(/Your approved contract ends on .*27/)
    expect(ending).not.toContain(applies)
  }
  expect(asked({ ...stateOf(3), approved: null })).not.toContain(applies)
  // An earlier build's answer names no approved contract.
  expect(asked({ ...stateOf(2), approved: null })).toContain(applies)
})

test('an update in which only the signature is seen to be new claims no more of the numbers than is compared', () => {
  expect(markupOf(<UpdateWords contractState={stateOf(2)} changes={[]} />)).toMatch(
    /Nothing but the signature differs.*compared by their last characters only/,
  )
})

test('the button updates a contract that was signed before, also one that has ended', () => {
  const action = (button: ContractInfo['button']) =>
    markupOf(
      <RouterContextProvider router={router}>
        <ContractAction button={button} />
      </RouterContextProvider>,
    )
  expect(action(0)).toContain('Fill in and sign')
  for (const button of [2, 3] as const) expect(action(button)).toContain('Update the contract')
  for (const button of [1, 4] as const) expect(action(button)).toBe('')
})
