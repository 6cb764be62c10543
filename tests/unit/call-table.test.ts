import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calls, gather, type CallPath } from '#protocol/calls.ts'
import type { Call } from '#protocol/call.ts'
import { foregroundCalls } from '#protocol/foreground.ts'
import * as levels from '#protocol/levels.ts'
import { queueable } from '#protocol/queueable.ts'
import { served as servedCalls } from '#server/features/served.ts'

const all: Call[] = Object.values(calls)
const paths = (keep: (call: Call) => boolean) =>
  all
    .filter(keep)
    .map((call) => call.path)
    .toSorted()
/** Writes of a member that are no commands, each with its reason. */
const besideTheOutbox: Readonly<Partial<Record<CallPath, string>>> = {
  'commands/settle': 'asks what became of commands and carries none out',
  'order/draft/generate': 'prices a purchase and reserves nothing: to the member it is a read',
  'push/subscribe': 'tells where this browser takes pushes; sent anew at every start, so that nothing is lost',
  'push/unsubscribe': 'tells that this browser takes none any more; a dead address is deleted by the server besides',
}
const namesOf = (call: Call) => ('entries' in call.args ? Object.keys(call.args.entries as object) : [])
const specified = JSON.parse(readFileSync(new URL('../support/spec/calls.json', import.meta.url), 'utf8')) as {
  method: string
  path: string
}[]

describe('the table', () => {
  it('is the specification, call by call', () => {
    const ours = all.filter((call) => call.specified).map((call) => `${call.method} ${call.path}`)
    expect(ours.toSorted()).toEqual(specified.map((it) => `${it.method} ${it.path}`).toSorted())
    expect(ours).toHaveLength(133)
  })

  it('adds only these of our own', () => {
    expect(paths((call) => !call.specified)).toEqual([
      'answer/leave',
      'auth/devices',
      'auth/devices/signOut',
      'auth/devices/signOutOthers',
      'auth/logout',
      'auth/passkey/challenge',
      'auth/passkey/signIn',
      'auth/passkeys',
      'auth/passkeys/add',
      'auth/passkeys/confirms',
      'auth/passkeys/options',
      'auth/passkeys/remove',
      'auth/passkeys/rename',
      'auth/passkeys/stepUp',
      'auth/refresh',
      'auth/transactionPassword',
      'books/totals',
      'capital/dayTotals',
      'capital/deposit/end',
      'capital/deposit/list',
      'capital/deposit/offers',
      'capital/deposit/open',
      'capital/exchange',
      'capital/exchangeRule',
      'capital/statement',
      'capital/streamInfo',
      'capital/withdrawal/cancel',
      'commands/known',
      'commands/settle',
      'feed/positions',
      'feed/session',
      'feed/state',
      'feed/topUp',
      'feed/trip',
      'feed/trips',
      'g/contract/end',
      'game/draw/info',
      'game/limits/save',
      'game/seed/renew',
      'help/agreements',
      'integral/order/receive',
      'integral/order/refund',
      'map/streets',
      'order/cancel',
      'push/choice',
      'push/choose',
      'push/key',
      'push/subscribe',
      'push/unsubscribe',
      'reads',
      'seal/key',
      'user/avatar/upload',
      'web/origins',
    ])
  })

  it('refuses a path declared twice', () => {
    expect(() => gather({ levels, again: { levelList: levels.levelList } })).toThrow(
      'declared twice: goods/level/list in levels and again',
    )
  })

  it('takes every placeholder of a path from the arguments', () => {
    const placeholders = all.flatMap((call) =>
      [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ call, name })),
    )
    expect(placeholders.map((it) => it.name).toSorted()).toEqual(['id', 'planId'])
    expect(placeholders.filter(({ call, name }) => !namesOf(call).includes(name))).toEqual([])
  })

  it('refetches only reads that exist, and only after a write', () => {
    const table: Readonly<Record<string, Call>> = calls
    const wrong = all.flatMap((call) =>
      call.invalidates.filter((path) => table[path]?.writes !== false).map((path) => `${call.path} touches ${path}`),
    )
    expect(wrong).toEqual([])
    expect(paths((call) => !call.writes && call.invalidates.length > 0)).toEqual([])
  })

  it('leaves the name `version` to the field that every request carries', () => {
    expect(paths((call) => namesOf(call).includes('version'))).toEqual(['sysconfig/getExamineStatus'])
  })
})

describe('writing', () => {
  it('is what POST does, but for a few that only ask; and what these GETs do', () => {
    expect(paths((call) => call.method === 'POST' && !call.writes)).toEqual([
      'auth/passkey/challenge',
      'auth/passkeys/options',
      'auth/passkeys/stepUp',
      'commands/known',
      'currency/calculate',
      'just/oauth/phone/verify',
      'order/getPrepayType',
      'order/payInfo',
      'order/wallet/goToUpdateAboutTaskPayAfter',
      'reads',
    ])
    expect(paths((call) => call.method === 'GET' && call.writes)).toEqual([
      'answer/next',
      'common/record/add',
      'currency/pay',
      'mallNotice/getRead',
      'mallNotice/readAll',
    ])
  })

  it('is replayed, but for secrets and for the feed, which counts by its own ids', () => {
    expect(paths((call) => call.writes && !call.replayed)).toEqual([
      'auth/jwscLogin',
      'auth/logout',
      'auth/passkey/signIn',
      'auth/refresh',
      'commands/settle',
      'feed/positions',
      'feed/session',
      'feed/state',
      'feed/topUp',
      'feed/trip',
      'feed/trips',
    ])
    expect(paths((call) => !call.writes && call.replayed)).toEqual([])
  })

  it('needs a member, but for sign-in and the feed', () => {
    expect(paths((call) => call.writes && call.who === 'anyone')).toEqual([
      'auth/jwscLogin',
      'auth/logout',
      'auth/passkey/signIn',
      'auth/refresh',
      'auth/register/sendAliSms',
      'auth/registerByPhone',
      'auth/reset',
    ])
    expect(paths((call) => call.who === 'operator')).toEqual([
      'feed/positions',
      'feed/session',
      'feed/state',
      'feed/topUp',
      'feed/trip',
      'feed/trips',
    ])
  })

  it('asks for the transaction password where money leaves or a card is bound', () => {
    expect(paths((call) => call.proof === true)).toEqual([
      'Profit/withdrawal',
      'auth/passkeys/confirms',
      'capital/addBindCard',
      'capital/remove',
      'order/hsCardSubmit',
    ])
    // A passkey signs the JSON of the body, which a GET doesn't have (protocol/step-up).
    expect(paths((call) => call.proof !== undefined && call.method !== 'POST')).toEqual([])
    expect(paths((call) => call.proof === 'once set')).toEqual([
      'auth/passkeys/add',
      'auth/passkeys/remove',
      'just/oauth/bingPhoneNumber',
      'order/prepay',
    ])
  })
})

describe('without a network', () => {
  it('queues these, each in its lane', () => {
    const lanes: Record<string, string[]> = {}
    for (const call of all.filter((it) => it.offline === 'queue')) (lanes[call.lane ?? 'none'] ??= []).push(call.path)
    expect(Object.fromEntries(Object.entries(lanes).map(([lane, them]) => [lane, them.toSorted()]))).toEqual({
      'check-in': ['game/sign'],
      income: ['g/account/earn/receive', 'g/account/week/receive', 'g/user/goods/earnings/claim'],
      receipts: [
        'g/contract/confirm/receipt',
        'game/box/confirmReceipt',
        'integral/order/receive',
        'integral/order/refund',
        'invitation/reward/confirm/receipt',
        'lottery/receipt',
        'pool/rules/confirm/receipt',
      ],
      'gift-codes': ['redeemCodeRule/use'],
      quiz: ['answer/leave'],
      messages: ['mallNotice/getRead', 'mallNotice/readAll'],
      addresses: ['address/delete', 'address/save'],
      profile: ['common/record/add', 'push/choose', 'user/avatar/upload', 'user/update/info'],
    })
  })

  it('gives a lane to nothing else, and replays all that is queued', () => {
    expect(paths((call) => call.lane !== undefined && call.offline !== 'queue')).toEqual([])
    expect(
      paths((call) => call.offline === 'queue' && !(call.writes && call.replayed && call.who === 'member')),
    ).toEqual([])
  })

  it('hands the outbox exactly the queued calls', () => {
    expect([...queueable.keys()].toSorted()).toEqual(paths((call) => call.offline === 'queue'))
    for (const [path, call] of queueable) expect(call).toBe((calls as Record<string, Call>)[path])
  })

  it('lets no write of a member pass the outbox by, but for those with a reason', () => {
    const served = new Set<string>(servedCalls.map(({ call }) => call.path))
    expect(
      paths(
        (call) =>
          served.has(call.path) &&
          call.writes &&
          call.who === 'member' &&
          !queueable.has(call.path) &&
          !foregroundCalls.has(call.path),
      ),
    ).toEqual(Object.keys(besideTheOutbox).toSorted())
  })

  it('sends nothing at once that it queues, and asks nothing of the outbox that only reads', () => {
    expect([...foregroundCalls.keys()].filter((path) => queueable.has(path))).toEqual([])
    for (const [path, call] of foregroundCalls) {
      expect(call).toBe((calls as Record<string, Call>)[path])
      expect({ path, writes: call.writes, who: call.who }).toEqual({ path, writes: true, who: 'member' })
    }
  })

  it('keeps order, withdrawal, contract and a new card as drafts', () => {
    expect(paths((call) => call.offline === 'draft')).toEqual([
      'Profit/withdrawal',
      'capital/addBindCard',
      'g/contract/submit',
      'integral/order/checkout',
      'order/draft/generate',
    ])
  })

  it('needs the network for paying, draws and the quiz', () => {
    const online = paths((call) => call.offline === 'online')
    expect(online).toEqual(
      expect.arrayContaining([
        'order/prepay',
        'currency/pay',
        'order/hsCardSubmit',
        'game/box/buy',
        'lottery/open',
        'answer/info',
        'answer/next',
        'answer/submit',
      ]),
    )
    expect(online.filter((path) => /(?<!with)draw|list|receipt|address/i.test(path))).toEqual([])
  })

  it('reads everything that only reads, but for what is true for a moment', () => {
    expect(paths((call) => call.method === 'GET' && !call.writes && call.offline !== 'read')).toEqual([
      'Profit/calculate',
      'answer/info',
      'captcha',
    ])
    expect(paths((call) => call.writes && call.offline === 'read')).toEqual([])
  })
})
