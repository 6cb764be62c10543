import { describe, expect, test } from 'vitest'
import { unreadMessages } from '#src/outbox/unread-messages.ts'
import { readMarks } from '#src/outbox/read-marks.ts'
import { periodText } from '#src/features/products/period-text.ts'
import { checkInState, daysHeard, isCounted, savedDays, standing, todayOf } from '#src/outbox/check-ins.ts'
import { queueOf } from '#src/features/settings/queue-order.ts'
import { invitationLink } from '#src/features/team/invitation-link.ts'
import { finder } from '#src/lib/find.ts'
import { shownState } from '#src/outbox/shown.ts'
import { termOf } from '#src/entities/unit-words.tsx'
import { commandLike } from '#tests/support/command-like.ts'

const at = (text: string) => Date.parse(text)

describe('today, for a check-in', () => {
  const lateEvening = at('2026-11-20T16:30:00Z')

  test("is the day of the member's zone", () => {
    expect(todayOf('Asia/Jakarta', lateEvening, [])).toBe('2026-11-20')
    expect(todayOf('Asia/Jayapura', lateEvening, [])).toBe('2026-11-21')
  })

  test("is the server's word where it was heard on this device's day, so that a wrong clock doesn't matter", () => {
    expect(
      todayOf('Asia/Jakarta', at('2027-11-20T05:00:00Z'), [{ today: '2026-11-20', at: at('2027-11-20T01:00:00Z') }]),
    ).toBe('2026-11-20')
  })

  test("is not yesterday's word of the server", () => {
    expect(
      todayOf('Asia/Jakarta', at('2026-11-21T05:00:00Z'), [{ today: '2026-11-20', at: at('2026-11-20T05:00:00Z') }]),
    ).toBe('2026-11-21')
  })

  test('counts as saved for the day of the tap until it is answered', () => {
    const rows = [
      commandLike({ call: 'game/sign', madeAt: '2026-11-19T18:00:00.000Z', state: 'queued' }),
      commandLike({ call: 'game/sign', madeAt: '2026-11-18T05:00:00.000Z', state: 'applied' }),
      commandLike({ call: 'game/sign', madeAt: '2026-11-17T05:00:00.000Z', state: 'rejected' }),
    ]
    const now = at('2026-11-20T05:00:00Z')
    expect([...savedDays(rows, 'Asia/Jakarta', { now, today: '2026-11-20' })]).toEqual(['2026-11-20'])
  })

  test('with a clock a year ahead a tap is saved for the day that the server named', () => {
    const zone = 'Asia/Jakarta'
    const [now, today] = [at('2027-11-20T05:00:00Z'), '2026-11-20']
    const tap = commandLike({ call: 'game/sign', madeAt: '2027-11-20T04:59:00.000Z', state: 'queued' })
    expect([...savedDays([tap], zone, { now, today })]).toEqual([today])
  })

  test('the answer to a check-in names the day as well as the streak does; a late one names the day of its tap', () => {
    const zone = 'Asia/Jakarta'
    const now = at('2027-11-20T05:00:00Z')
    const answered = commandLike({
      call: 'game/sign',
      state: 'applied',
      madeAt: '2027-11-20T04:00:00.000Z',
      settledAt: at('2027-11-20T04:00:05Z'),
      reply: { errno: 0, message: '', data: { day: '2026-11-20', points: 5, streak: 1, goldCoins: 5 } },
    })
    expect(todayOf(zone, now, daysHeard([answered], zone))).toBe('2026-11-20')
    expect(daysHeard([{ ...answered, madeAt: '2027-11-19T04:00:00.000Z' }], zone)).toEqual([])
    expect(daysHeard([{ ...answered, state: 'rejected' }], zone)).toEqual([])
  })

  test('is done once the server has counted it, even if the streak could not be asked since', () => {
    const counted = commandLike({
      call: 'game/sign',
      state: 'applied',
      reply: { errno: 0, message: '', data: { day: '2026-11-20', points: 5, streak: 1, goldCoins: 5 } },
    })
    expect(isCounted([counted], '2026-11-20')).toBe(true)
    expect(isCounted([counted], '2026-11-21')).toBe(false)
    expect(isCounted([commandLike({ call: 'game/sign', state: 'rejected', reply: counted.reply })], '2026-11-20')).toBe(
      false,
    )
  })

  test("is not yesterday's: neither what the server said of it, nor a check-in of it that still waits", () => {
    const zone = 'Asia/Jakarta'
    const yesterday = at('2026-11-19T05:00:00Z')
    const query = { data: { today: '2026-11-19', signedToday: true }, dataUpdatedAt: yesterday, fetchStatus: 'paused' }
    const waiting = commandLike({ call: 'game/sign', madeAt: '2026-11-19T05:00:00.000Z', state: 'queued' })
    expect(checkInState(query, [], zone, yesterday).stands).toBe('signed')
    const today = checkInState(query, [waiting], zone, at('2026-11-20T05:00:00Z'))
    expect(today).toMatchObject({ today: '2026-11-20', stands: 'open', saved: new Set(['2026-11-19']) })
  })

  test('knows the streak and its next coins as long as no day is left out or waits to be sent', () => {
    const zone = 'Asia/Jakarta'
    const [monday, tuesday, wednesday] = [16, 17, 18].map((day) => at(`2026-11-${day}T05:00:00Z`)) as [
      number,
      number,
      number,
    ]
    const data = { today: '2026-11-16', signedToday: true, streak: 6, nextPoints: 30 }
    const query = { data, dataUpdatedAt: monday, fetchStatus: 'paused' }
    const tap = commandLike({ call: 'game/sign', madeAt: '2026-11-17T05:00:00.000Z', state: 'queued' })
    const streakOf = (data: typeof query.data, checkIns: (typeof tap)[], now: number) =>
      checkInState({ ...query, data }, checkIns, zone, now).streak
    expect(streakOf(data, [], monday)).toBe(data)
    expect(streakOf(data, [], tuesday)).toBe(data)
    expect(streakOf(data, [tap], tuesday)).toBe(data)
    // Tuesday was left out, or is saved and makes the streak longer.
    expect(streakOf(data, [], wednesday)).toBeUndefined()
    expect(streakOf(data, [tap], wednesday)).toBeUndefined()
    expect(streakOf({ ...data, signedToday: false }, [], tuesday)).toBeUndefined()
    // Asked on Wednesday, before Tuesday's had arrived.
    const asked = { ...query, data: { ...data, today: '2026-11-18' }, dataUpdatedAt: wednesday }
    expect(checkInState(asked, [tap], zone, wednesday).streak).toBeUndefined()
    expect(checkInState(asked, [], zone, wednesday).streak).toBe(asked.data)
  })

  test('is neither open nor done while the server is asked for the first time, but open where nobody answers', () => {
    const today = '2026-11-20'
    const known = { today, streak: undefined, isAsking: true, checkIns: [], saved: new Set<string>() }
    expect(standing(known)).toBe('unknown')
    expect(standing({ ...known, isAsking: false })).toBe('open')
    expect(standing({ ...known, saved: new Set([today]) })).toBe('saved')
    const streak = { today, signedToday: true }
    expect(standing({ ...known, streak })).toBe('signed')
    // Yesterday's word leaves today open, and is not waited for.
    expect(standing({ ...known, streak: { today: '2026-11-19', signedToday: true } })).toBe('open')
  })
})

describe('the queue', () => {
  test('stands by lane in the order of the taps, what needs the member before what merely waits', () => {
    const rows = [
      commandLike({ id: 'a', lane: 'check-in', state: 'queued', seq: 1 }),
      commandLike({ id: 'b', lane: 'addresses', state: 'queued', seq: 2 }),
      commandLike({ id: 'c', lane: 'addresses', state: 'conflict', seq: 3 }),
      commandLike({ id: 'd', lane: 'income', state: 'applied', seq: 4 }),
      commandLike({ id: 'e', lane: 'income', state: 'cancelled', seq: 5 }),
      commandLike({ id: 'f', lane: 'gift-codes', state: 'rejected', isSeen: true, seq: 6 }),
      commandLike({ id: 'g', lane: undefined, delivery: 'foreground', state: 'rejected', isSeen: true, seq: 7 }),
    ]
    const { lanes, settled } = queueOf(rows)
    expect(lanes.map(([lane, commands]) => [lane, commands.map((it) => it.id)])).toEqual([
      ['addresses', ['b', 'c']],
      ['check-in', ['a']],
      ['gift-codes', ['f']],
    ])
    expect(settled.map((it) => it.id)).toEqual(['g', 'e', 'd'])
  })

  test('says of a command that was tried whether it is repeated or asked after', () => {
    expect(shownState(commandLike({ state: 'queued' }))).toBe('queued')
    expect(shownState(commandLike({ state: 'queued', attempt: 1, waiting: { until: 0, why: 'server' } }))).toBe(
      'retrying',
    )
    expect(shownState(commandLike({ state: 'queued', attempt: 1, waiting: { until: 0, why: 'interrupted' } }))).toBe(
      'checking',
    )
    expect(shownState(commandLike({ state: 'conflict' }))).toBe('conflict')
  })
})

test("an invitation link has the code filled in and this app's address where the server names none", () => {
  expect(invitationLink('/#/pages/auth/register?code={code}', 'AB12', 'https://app.example')).toBe(
    'https://app.example/#/pages/auth/register?code=AB12',
  )
  expect(invitationLink('https://other.example/?c=AB12', 'AB12', 'https://app.example')).toBe(
    'https://other.example/?c=AB12',
  )
})

test('a settlement period is a day, an hour, or the end of the term', () => {
  expect(periodText('daily/2026-11-20', 'en-GB', 'UTC')).toBe('20 Nov 2026')
  expect(periodText('hourly/2026-11-20T13', 'en-GB', 'Asia/Jakarta')).toMatch(/20 Nov.*20:00/)
  expect(periodText('expiry/2026-11-20T13', 'en-GB', 'UTC')).toBeUndefined()
})

test('a term counts whole days and never more than it has', () => {
  const unit = { activeFrom: '2026-11-01T00:00:00.000Z', expiresAt: '2026-12-01T00:00:00.000Z' }
  expect(termOf(unit, at('2026-11-11T12:00:00Z'))).toEqual({ days: 30, passed: 10, left: 20 })
  expect(termOf(unit, at('2027-01-01T00:00:00Z'))).toEqual({ days: 30, passed: 30, left: 0 })
  expect(termOf(unit, at('2026-10-01T00:00:00Z'))).toEqual({ days: 30, passed: 0, left: 30 })
})

describe('read and unread', () => {
  const message = (id: string, at: string, readAt: string | null = null) => ({
    id,
    title: '',
    line: '',
    route: null,
    at,
    readAt,
  })
  const loaded = [
    message('c', '2026-11-20T03:00:00.000Z'),
    message('b', '2026-11-20T02:00:00.000Z'),
    message('a', '2026-11-20T01:00:00.000Z', '2026-11-20T01:30:00.000Z'),
  ]

  test('a mark on its way counts as read, once', () => {
    const commands = [commandLike({ call: 'mallNotice/getRead', args: { ids: ['a', 'b'] } })]
    const { unreadOf } = readMarks(commands)
    expect([...unreadMessages(commands, { unread: 12, at: 0, loaded })]).toEqual(['c'])
    expect(unreadOf(12, 0, loaded)).toBe(11)
    // A screen that knows only the newest message.
    expect(unreadOf(12, 0, loaded.slice(0, 1))).toBe(10)
  })

  test("an applied mark still counts as read until the list knows of it, and is not taken off the server's count again", () => {
    const commands = [commandLike({ call: 'mallNotice/getRead', args: { ids: ['b'] }, state: 'applied', settledAt: 5 })]
    const { unreadOf } = readMarks(commands)
    for (const [unread, at] of [
      [12, 4],
      [11, 6],
    ] as const)
      expect([...unreadMessages(commands, { unread, at, loaded })]).toEqual(['c'])
    expect(unreadOf(12, 4, loaded)).toBe(11)
    expect(unreadOf(11, 6, loaded)).toBe(11)
  })

  test('all read means those further down too, but not what came later', () => {
    const command = commandLike({ call: 'mallNotice/readAll', args: { before: '2026-11-20T02:00:00.000Z' } })
    expect(readMarks([command]).unreadOf(12, 0, loaded.slice(1))).toBe(0)
    expect([...unreadMessages([command], { unread: 12, at: 0, loaded })]).toEqual(['c'])
    expect(readMarks([command]).unreadOf(12, 0, loaded)).toBe(11)
    const applied = readMarks([{ ...command, state: 'applied', settledAt: 5 }])
    expect(applied.unreadOf(12, 4, loaded.slice(1))).toBe(0)
    expect(applied.unreadOf(1, 6, loaded.slice(0, 1))).toBe(1)
  })

  test('below as many as the server counts as unread all are read, though their entries are of before that', () => {
    const counted = (unread: number) => [...unreadMessages([], { unread, at: 10, loaded })]
    expect([counted(0), counted(1), counted(2)]).toEqual([[], ['c'], ['c', 'b']])
  })

  test('an entry of before its mark was applied takes no place among those that the server counts', () => {
    const older = [...loaded, message('0', '2026-11-20T00:00:00.000Z')]
    const command = commandLike({ call: 'mallNotice/getRead', args: { ids: ['b'] }, state: 'applied', settledAt: 5 })
    expect([...unreadMessages([command], { unread: 2, at: 6, loaded: older })]).toEqual(['c', '0'])
  })
})

test('a search finds every word anywhere, whatever its case and accents', () => {
  const finds = (wanted: string, texts: (string | null)[]) => finder(() => texts)([{}], wanted).length === 1
  expect(finds('VAN kurír', ['Kurir Van Week', null])).toBe(true)
  expect(finds('van 12', ['Kurir Van Week', 'VF-0012'])).toBe(true)
  expect(finds('van bus', ['Kurir Van Week', null])).toBe(false)
  expect(finds('  ', ['anything'])).toBe(true)
})
