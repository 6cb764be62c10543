import { describe, expect, test } from 'vitest'
import type { ContractBill } from '#protocol/contracts.ts'
import { mondayOf, weekOf } from '#server/db/weeks.ts'
import { validationErrorOf, plainCode } from '#src/features/rewards/gift-code.ts'
import { answeredRefusals } from '#src/features/rewards/seen-refusals.ts'
import { daysOfWeek, payStateOf } from '#src/features/salary/pay-state.ts'
import { addDays } from '#src/lib/days.ts'
import type { Command } from '#src/outbox/command.ts'
import { commandLike } from '#tests/support/command-like.ts'

describe('a gift code', () => {
  test.each([
    [' abcd-1234 ', 'ABCD-1234'],
    ['ab cd\n12', 'ABCD12'],
    ['ＡＢＣＤ', 'ABCD'],
    ['AB–CD—12', 'AB-CD-12'],
    ['“ABCD”', 'ABCD'],
    ['ABCDE-٢٣٤٥٦', 'ABCDE-23456'],
    ['welcome๒๐', 'WELCOME20'],
    ['', ''],
  ])('%j is read as %j', (typed, code) => expect(plainCode(typed)).toBe(code))
  test('that was refused needs no attention once seen here, and says nothing once it was redeemed', () => {
    const of = (id: string, code: string, seq: number, state: 'queued' | 'applied' | 'rejected', isSeen?: boolean) =>
      commandLike({ id, call: 'redeemCodeRule/use', args: { code }, seq, state, isSeen })
    expect(
      answeredRefusals([
        of('redeemed', 'ABCD', 6, 'applied'),
        of('early', 'ABCD', 2, 'rejected', true),
        of('other', 'WXYZ', 3, 'rejected'),
        of('seen', 'WXYZ', 4, 'rejected', true),
        of('again', 'ABCD', 7, 'rejected'),
        of('waiting', 'EFGH', 8, 'queued'),
      ]),
    ).toEqual({ outdated: ['early'], unseen: ['other', 'again'] })
  })
  test('that a restored server has lost says nothing once it was entered again and redeemed', () => {
    const of = (id: string, code: string, seq: number, state: 'applied' | 'rejected' | 'lost') =>
      commandLike({ id, call: 'redeemCodeRule/use', args: { code }, seq, state })
    const lost = [of('lost', 'ABCD', 2, 'lost'), of('other', 'WXYZ', 1, 'lost')]
    expect(answeredRefusals([of('again', 'ABCD', 3, 'applied'), ...lost])).toEqual({ outdated: ['lost'], unseen: [] })
    expect(answeredRefusals([of('again', 'ABCD', 3, 'rejected'), ...lost])).toEqual({
      outdated: [],
      unseen: ['again'],
    })
  })
  test('is not sent where it is none, is on its way, or was accepted', () => {
    const of = (state: 'queued' | 'applied' | 'rejected') => [
      commandLike({ call: 'redeemCodeRule/use', args: { code: 'ABCD-1234' }, state }),
    ]
    expect([validationErrorOf('', []), validationErrorOf('AB', []), validationErrorOf('ABCD-1234', [])]).toEqual([
      'missing',
      'malformed',
      undefined,
    ])
    expect([
      validationErrorOf('ABCD-1234', of('queued')),
      validationErrorOf('ABCD-1234', of('applied')),
      validationErrorOf('ABCD-1234', of('rejected')),
      validationErrorOf('OTHER', of('queued')),
    ]).toEqual(['waiting', 'redeemed', undefined, undefined])
  })
})

const bill: ContractBill = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'weekly',
  week: '2026-W46',
  work: 'Cleaning',
  amount: 1500,
  currency: 'USD',
  status: 0,
  receivableFrom: '2026-11-16T00:00:00.000Z',
  receivedAt: null,
}
const bonus: ContractBill = { ...bill, id: '00000000-0000-4000-8000-000000000002', kind: 'bonus', week: null }

describe("a week's pay", () => {
  const sent = (state: Command['state'], args: Record<string, unknown> = { week: '2026-W46' }) => [
    commandLike({ call: 'g/account/week/receive', args, state }),
  ]
  test('stands as the server says until something was done here', () => {
    expect([0, 1, 3].map((status) => payStateOf({ ...bill, status: status as 0 | 1 | 3 }, []).stands)).toEqual([
      'due',
      'received',
      'later',
    ])
    expect(payStateOf(bill, sent('queued', { week: '2026-W45' })).stands).toBe('due')
  })
  test('is on its way, confirmed before the list is read anew, or refused', () => {
    expect(
      (['queued', 'inflight', 'applied', 'rejected', 'cancelled'] as const).map(
        (it) => payStateOf(bill, sent(it)).stands,
      ),
    ).toEqual(['sent', 'sent', 'received', 'rejected', 'due'])
    expect(payStateOf({ ...bill, status: 1 }, sent('rejected')).stands).toBe('received')
  })
  test('that a restored server has lost can be received again, also where an earlier receipt was refused', () => {
    expect(payStateOf(bill, sent('lost'))).toEqual({ stands: 'due', command: undefined })
    expect(payStateOf({ ...bill, status: 1 }, sent('lost')).stands).toBe('received')
    expect(payStateOf(bill, [...sent('rejected'), ...sent('lost')]).stands).toBe('due')
  })
  test('a bonus goes by its id, so that no week is taken for it', () => {
    expect(payStateOf(bonus, sent('queued')).stands).toBe('due')
    expect(payStateOf(bonus, sent('queued', { billId: bonus.id })).stands).toBe('sent')
  })
  test('a week has the days the server counts', () => {
    expect(daysOfWeek('2026-W47')).toEqual(['2026-11-16', '2026-11-22'])
    for (let day = '2019-12-20'; day < '2034-01-20'; day = addDays(day, 5)) {
      const [monday, sunday] = daysOfWeek(weekOf(day))
      expect([monday, sunday]).toEqual([mondayOf(weekOf(day)), addDays(monday, 6)])
      expect(monday <= day && day <= sunday).toBe(true)
    }
  })
})
