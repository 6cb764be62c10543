import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { deleteSubscriptions } from '#server/db/push-subscriptions.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { subscribe, unsubscribe, vapidKeys } from '#server/features/settings/push.ts'
import { choiceOf, choose } from '#server/features/settings/push-choice.ts'
import { areUsableKeys, mayPushTo, verdictOf } from '#server/features/settings/push-rules.ts'
import { fanOut } from '#server/features/settings/push-fan-out.ts'
import { sendPushes } from '#server/features/settings/push-sending.ts'
import { revokeOtherSessions, revokeSession, startSession } from '#server/http/session.ts'
import { notify } from '#server/notices/notify.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { jobs } from '#server/features/jobs.ts'
import type { JobDeps } from '#server/jobs/job.ts'
import { startScheduler } from '#server/jobs/scheduler.ts'
import { silentLog } from '#server/log.ts'
import { databases } from '#tests/support/databases.ts'
import { waits } from '#tests/support/overlap.ts'
import { makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'
import type { Device, PushService } from '#tests/support/push-service.ts'
import { makeDevice, startPushService, vapidOf } from '#tests/support/push-service.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { moveMember } from '#tests/support/move-member.ts'

describe('where the server may push to', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-db5p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://evilfcm.googleapis.com/abc', false],
    ['https://push.apple.com.evil.example/', false],
    ['https://user:pass@web.push.apple.com/abc', false],
    ['https://fcm.googleapis.com@169.254.169.254/abc', false],
    ['http://127.0.0.1:5432/', false],
    ['https://localhost/', false],
    ['http://[::1]:9000/', false],
    ['file:///etc/passwd', false],
    ['not a url', false],
  ])('%s: %s', (endpoint, isAllowed) => {
    expect(mayPushTo(endpoint, [])).toBe(isAllowed)
  })

  test('an extra host is taken with its port and nothing else', () => {
    expect(mayPushTo('http://127.0.0.1:5001/x', ['127.0.0.1:5001'])).toBe(true)
    expect(mayPushTo('http://127.0.0.1:5002/x', ['127.0.0.1:5001'])).toBe(false)
    expect(mayPushTo('ftp://127.0.0.1:5001/x', ['127.0.0.1:5001'])).toBe(false)
  })

  test('only for keys that can be encrypted for', () => {
    const { p256dh, auth } = makeDevice('127.0.0.1', 'x')
    expect(areUsableKeys({ p256dh, auth })).toBe(true)
    expect(areUsableKeys({ p256dh, auth: 'c2hvcnQ' })).toBe(false)
    expect(areUsableKeys({ p256dh: Buffer.alloc(65, 4).toString('base64url'), auth })).toBe(false)
    expect(areUsableKeys({ p256dh: 'nonsense', auth })).toBe(false)
  })
})

test.each([
  [201, null, 1, { kind: 'done' }],
  [404, null, 1, { kind: 'forget' }],
  [410, null, 1, { kind: 'forget' }],
  [413, null, 1, { kind: 'shorten' }],
  [400, null, 1, { kind: 'give up' }],
  [403, null, 1, { kind: 'give up' }],
  [302, null, 1, { kind: 'give up' }],
  [500, null, 1, { kind: 'retry', at: 15_000 }],
  [503, null, 3, { kind: 'retry', at: 60_000 }],
  [null, null, 2, { kind: 'retry', at: 30_000 }],
  [429, '120', 1, { kind: 'retry', at: 120_000 }],
  [429, '1', 1, { kind: 'retry', at: 15_000 }],
  [429, 'Thu, 01 Jan 1970 00:05:00 GMT', 1, { kind: 'retry', at: 300_000 }],
  [429, '999999999', 1, { kind: 'retry', at: 6 * 3_600_000 }],
  [429, 'soon', 1, { kind: 'retry', at: 15_000 }],
  [500, null, 8, { kind: 'give up' }],
])('an answer of %s (Retry-After %s) to attempt %s', (status, retryAfter, attempt, verdict) => {
  expect(verdictOf(status, retryAfter, attempt, 0)).toEqual(verdict)
})

describe.each(databases)('pushes on $name', ({ kind, open }) => {
  let database: Database
  let service: PushService
  let clock: ManualClock
  let deps: JobDeps
  beforeAll(async () => {
    ;[service, database] = await Promise.all([startPushService(), open()])
  })
  afterAll(() => Promise.all([service.close(), database.close()]))
  beforeEach(async () => {
    await database.kysely.deleteFrom('pushJob').execute()
    for (const table of ['pushSubscription', 'pushEndpoint'] as const) await database.kysely.deleteFrom(table).execute()
    await database.kysely.deleteFrom('pushFanOut').execute()
    clock = new ManualClock('2026-11-20T06:00:00.000Z')
    deps = {
      database,
      clock,
      config: readConfig({ EXTRA_PUSH_HOSTS: service.host, PUSH_CONTACT: 'mailto:tests@voltfolio.invalid' }),
      log: silentLog,
    }
    service.received.length = 0
    service.answers.length = 0
  })

  /** A device that names itself in no call, where the member is signed in. */
  const register = async (memberId: string, device: Device, language = 'en') => {
    await startSession(database.kysely, memberId, undefined, clock)
    await subscribe(database.kysely, { ...device, memberId, language }, [service.host], clock)
  }
  const topUp = (memberId: string, externalId: string) =>
    database.inTransaction((db) =>
      creditTopUp(
        db,
        {
          source: 'rail',
          externalId: `${memberId} ${externalId}`,
          memberId,
          amount: 1234,
          currency: 'USD',
          receivedAt: '2026-11-20T05:59:00.000Z',
        },
        clock,
      ),
    )
  const waiting = async () =>
    (await database.kysely.selectFrom('pushJob').select('id').where('doneAt', 'is', null).execute()).length

  test('settled income becomes one message and one push a day, which the device can open', async () => {
    const memberId = await makeMember(database.kysely)
    const machine = await makeMachine(database.kysely)
    await makeUnits(database.kysely, {
      memberId,
      machine,
      count: 3,
      settlementType: 2,
      activeFrom: '2026-11-20T05:00:00.000Z',
      expiresAt: '2026-12-20T05:00:00.000Z',
    })
    const phone = makeDevice(service.host, 'phone')
    await register(memberId, phone)
    for (let hour = 0; hour < 3; hour++) {
      const at = new Date(clock.now()).toISOString()
      await database.inTransaction((db) =>
        bookRevenue(
          db,
          {
            source: 'feed',
            externalId: at,
            deviceNumber: machine.deviceNumber,
            kind: 'trip',
            startedAt: at,
            endedAt: at,
            amount: 1000,
            currency: 'USD',
          },
          clock,
        ),
      )
      clock.advance(3_600_000)
      await settle(deps)
      await sendPushes(deps)
    }
    const messages = await database.kysely.selectFrom('message').selectAll().where('memberId', '=', memberId).execute()
    expect(messages).toMatchObject([
      { kind: 'income_settled', params: { paidOn: '2026-11-20', amount: 540, currency: 'USD' } },
    ])
    expect(service.received).toHaveLength(1)
    const [push] = service.received as [PushService['received'][number]]
    expect(phone.open(push)).toEqual({
      title: 'Income settled',
      content: 'Your machines have earned. Ready to claim.',
      type: 'income',
      templateType: 'income_settled',
      logoUrl: '/icons/icon-192.png',
      linkUrl: '/subPages/product/myProduct',
      payload: { unread: 1 },
      to: memberId,
      // For the workers of earlier builds.
      body: 'Your machines have earned. Ready to claim.',
      route: '/subPages/product/myProduct',
      badge: 1,
    })
    const { publicKey, claims } = vapidOf(push)
    expect(publicKey).toBe((await vapidKeys(database.kysely)).publicKey)
    expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'mailto:tests@voltfolio.invalid' })
    expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(push.headers['topic']).toMatch(/^[0-9a-f]{32}$/)
  })

  test('go to every device in its own language, and a retry for one does not ring the others', async () => {
    const memberId = await makeMember(database.kysely)
    const [phone, tablet] = [makeDevice(service.host, 'phone'), makeDevice(service.host, 'tablet')]
    await register(memberId, phone)
    await register(memberId, tablet, 'id')
    await topUp(memberId, 'a')
    service.answers.push({ status: 503 })
    await sendPushes(deps)
    expect(service.received).toHaveLength(2)
    clock.advance(15_000)
    await sendPushes(deps)
    expect(service.received).toHaveLength(3)
    expect(service.received[2]?.device).toBe(service.received[0]?.device)
    const ofTablet = service.received.find((it) => it.device === '/tablet')
    expect(ofTablet && tablet.open(ofTablet)).toMatchObject({
      title: 'Isi saldo diterima',
      content: 'Sudah masuk ke dompet isi ulang Anda.',
    })
    expect(await waiting()).toBe(0)
  })

  test('a message with a picture of its own shows it, and one from elsewhere is refused', async () => {
    const memberId = await makeMember(database.kysely)
    const phone = makeDevice(service.host, 'phone')
    await register(memberId, phone)
    const notice = (ref: string, logoUrl: string) =>
      database.inTransaction((db) =>
        notify(
          db,
          [{ memberId, kind: 'machine_stopped', ref, params: { product: 'E-bike' }, route: '/', logoUrl }],
          clock,
        ),
      )
    await notice('a', '/wx/picture/1')
    await sendPushes(deps)
    expect(service.received.map((push) => phone.open(push))).toMatchObject([
      { type: 'products', templateType: 'machine_stopped', logoUrl: '/wx/picture/1', linkUrl: '/' },
    ])
    await expect(notice('b', 'https://elsewhere.example/x.png')).rejects.toThrow('message_logo_url_check')
    await expect(notice('c', '//elsewhere.example/x.png')).rejects.toThrow('message_logo_url_check')
  })

  test.each([404, 410])('a device that is gone (%s) is forgotten', async (status) => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'gone'))
    await topUp(memberId, 'a')
    service.answers.push({ status })
    await sendPushes(deps)
    expect(await database.kysely.selectFrom('pushSubscription').selectAll().execute()).toEqual([])
    await topUp(memberId, 'b')
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
  })

  test('a push to a device that has passed on to another member meanwhile is over', async () => {
    const [one, other] = [await makeMember(database.kysely), await makeMember(database.kysely)]
    const phone = makeDevice(service.host, 'passed on')
    await register(one, phone)
    await topUp(one, 'a')
    await fanOut(database, clock.now())
    const made = await database.kysely.selectFrom('pushJob').selectAll().where('memberId', '=', one).execute()
    await register(other, phone)
    // Made by a job that was under way when the device changed hands.
    await database.kysely.insertInto('pushJob').values(made).execute()
    expect(await waiting()).toBe(1)
    await sendPushes(deps)
    expect(await waiting()).toBe(0)
    expect(service.received).toEqual([])
  })

  test('a busy service is asked again when it said', async () => {
    const memberId = await makeMember(database.kysely)
    const phone = makeDevice(service.host, 'busy')
    await register(memberId, phone)
    await topUp(memberId, 'a')
    service.answers.push({ status: 429, headers: { 'retry-after': '90' } })
    await sendPushes(deps)
    clock.advance(89_999)
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
    clock.advance(1)
    await sendPushes(deps)
    expect(service.received).toHaveLength(2)
    expect(service.received[0]?.headers['topic']).toBe(service.received[1]?.headers['topic'])
    expect(await waiting()).toBe(0)
  })

  test('a service that fails for hours is given up after eight attempts', async () => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'broken'))
    await topUp(memberId, 'a')
    for (let n = 0; n < 12; n++, clock.advance(1_800_000)) {
      service.answers.push({ status: 500 })
      await sendPushes(deps)
    }
    expect(service.received).toHaveLength(8)
    expect(await waiting()).toBe(0)
    expect(await database.kysely.selectFrom('pushSubscription').selectAll().execute()).toHaveLength(1)
  })

  test('what is too large is shortened at once', async () => {
    const memberId = await makeMember(database.kysely)
    const phone = makeDevice(service.host, 'small')
    await register(memberId, phone)
    await topUp(memberId, 'a')
    service.answers.push({ status: 413 })
    await sendPushes(deps)
    const message = {
      title: 'Top-up received',
      type: 'wallet',
      linkUrl: '/pages/my/historyList',
      payload: { unread: 1 },
      to: memberId,
    }
    expect(service.received.map((push) => phone.open(push))).toMatchObject([
      { ...message, content: 'It came into your recharge wallet.', body: 'It came into your recharge wallet.' },
      { ...message, content: '', body: '' },
    ])
    expect(await waiting()).toBe(0)
  })

  test('a device whose service refuses twice in a row is forgotten; an answer in between forgives', async () => {
    const memberId = await makeMember(database.kysely)
    const phone = makeDevice(service.host, 'refusing')
    await register(memberId, phone)
    const left: number[] = []
    for (const [n, status] of [403, 201, 400, 403].entries()) {
      service.answers.push({ status })
      await topUp(memberId, `refused ${n}`)
      await sendPushes(deps)
      left.push((await database.kysely.selectFrom('pushSubscription').select('endpoint').execute()).length)
    }
    expect(left).toEqual([1, 1, 1, 0])
  })

  test("a member's devices cost the transaction of a message one row", async () => {
    const memberId = await makeMember(database.kysely)
    for (let n = 0; n < 10; n += 1) await register(memberId, makeDevice(service.host, `many ${n}`))
    await topUp(memberId, 'a')
    expect(await waiting()).toBe(0)
    expect(await database.kysely.selectFrom('pushFanOut').select('memberId').execute()).toEqual([{ memberId }])
    await sendPushes(deps)
    expect(service.received).toHaveLength(10)
    expect(await database.kysely.selectFrom('pushFanOut').select('memberId').execute()).toEqual([])
  })

  test('a service that leads elsewhere is not followed', async () => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'astray'))
    await topUp(memberId, 'a')
    service.answers.push({ status: 307, headers: { location: `http://${service.host}/inside` } })
    await sendPushes(deps)
    expect(service.received.map((it) => it.device)).toEqual(['/astray'])
    expect(await waiting()).toBe(0)
  })

  test('two processes at once send each push once', async () => {
    const memberId = await makeMember(database.kysely)
    for (let n = 0; n < 5; n++) await register(memberId, makeDevice(service.host, `device-${n}`))
    for (let n = 0; n < 10; n++) await topUp(memberId, `top-up-${n}`)
    await Promise.all([sendPushes(deps), sendPushes(deps), sendPushes(deps)])
    expect(service.received).toHaveLength(50)
    expect(new Set(service.received.map((it) => `${it.device} ${String(it.headers['topic'])}`)).size).toBe(50)
  })

  test('a push whose process died is sent by the next one a minute later', async () => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'phone'))
    await topUp(memberId, 'a')
    let transactions = 0
    const dead = {
      ...deps,
      database: {
        ...database,
        inTransaction: async <T>(work: (db: Database['kysely']) => Promise<T>) => {
          const done = await database.inTransaction(work)
          // The first makes the pushes, the second claims them.
          if ((transactions += 1) === 2) throw new Error('killed')
          return done
        },
      },
    }
    await expect(sendPushes(dead)).rejects.toThrow('killed')
    await sendPushes(deps)
    expect(service.received).toHaveLength(0)
    clock.advance(60_000)
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
  })

  test("a device that changed hands gets nothing of its last owner's", async () => {
    const [before, after] = [await makeMember(database.kysely), await makeMember(database.kysely)]
    const phone = makeDevice(service.host, 'shared')
    await register(before, phone)
    await topUp(before, 'a')
    await register(after, phone)
    await sendPushes(deps)
    expect(service.received).toHaveLength(0)
    await topUp(after, 'b')
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
    await unsubscribe(database.kysely, { memberId: before, endpoint: phone.endpoint })
    expect(await database.kysely.selectFrom('pushSubscription').select('memberId').execute()).toEqual([
      { memberId: after },
    ])
    await unsubscribe(database.kysely, { memberId: after, endpoint: phone.endpoint })
    expect(await database.kysely.selectFrom('pushSubscription').selectAll().execute()).toEqual([])
    expect(await database.kysely.selectFrom('pushEndpoint').selectAll().execute()).toEqual([])
  })

  test("a device that several members claim at once is the last one's alone", async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => makeMember(database.kysely)))
    const phone = makeDevice(service.host, 'wanted')
    await Promise.all(
      members.map((memberId) =>
        database.inTransaction((db) => subscribe(db, { ...phone, memberId, language: 'en' }, [service.host], clock)),
      ),
    )
    const holders = await database.kysely.selectFrom('pushEndpoint').select('memberId').execute()
    expect(holders).toHaveLength(1)
    expect(await database.kysely.selectFrom('pushSubscription').select('memberId').execute()).toEqual(holders)
  })

  // The embedded database has one connection: nobody waits for a row there.
  test.runIf(kind === 'postgres')(
    'a device that changes hands while its last member leaves: neither has the row that the other one wants',
    async () => {
      const { kysely: db } = database
      const [before, after] = [await makeMember(db), await makeMember(db)]
      const phone = makeDevice(service.host, 'left')
      await register(before, phone)
      const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = database.inTransaction(async (tx) => {
        await tx.selectFrom('pushSubscription').select('endpoint').where('memberId', '=', before).forUpdate().execute()
        held.resolve()
        await free.promise
      })
      await held.promise
      // A transaction that met a deadlock runs again.
      const runs = { leaving: 0, taking: 0 }
      const leaving = database.inTransaction((tx) => {
        runs.leaving += 1
        return deleteSubscriptions(tx, sql`member_id = ${before}`)
      })
      while (!(await waits(database, 1))) continue
      const taking = database.inTransaction((tx) => {
        runs.taking += 1
        return subscribe(tx, { ...phone, memberId: after, language: 'en' }, [service.host], clock)
      })
      while (!(await waits(database, 2))) continue
      free.resolve()
      await Promise.all([holding, leaving, taking])
      expect(runs).toEqual({ leaving: 1, taking: 1 })
      for (const table of ['pushSubscription', 'pushEndpoint'] as const)
        expect(await db.selectFrom(table).select(['memberId', 'endpoint']).execute()).toEqual([
          { memberId: after, endpoint: phone.endpoint },
        ])
    },
  )

  test('pushes to a device go with its subscription, and one that was made meanwhile is sent to nobody', async () => {
    const { kysely: db } = database
    const [before, after] = [await makeMember(db), await makeMember(db)]
    const phone = makeDevice(service.host, 'handed on')
    await register(before, phone)
    await topUp(before, 'a')
    await fanOut(database, clock.now())
    expect(await waiting()).toBe(1)
    await unsubscribe(db, { memberId: before, endpoint: phone.endpoint })
    expect(await waiting()).toBe(0)
    await topUp(before, 'b')
    const { id: messageId } = await db
      .selectFrom('message')
      .select('id')
      .where('memberId', '=', before)
      .limit(1)
      .executeTakeFirstOrThrow()
    await register(after, phone)
    // As where messages were being fanned out while the device was handed on.
    const made = { id: randomUUID(), memberId: before, messageId, endpoint: phone.endpoint }
    const at = instant(clock.now())
    await db
      .insertInto('pushJob')
      .values({ ...made, dueAt: at, heldAt: at, doneAt: null, heldBy: null })
      .execute()
    await topUp(after, 'c')
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  test('a device whose sessions have ended is told of changes to the account, and of nothing else', async () => {
    const memberId = await makeMember(database.kysely)
    const own = await startSession(database.kysely, memberId, 'own', clock)
    await startSession(database.kysely, memberId, 'other', clock)
    for (const device of ['own', 'other'])
      await subscribe(
        database.kysely,
        { ...makeDevice(service.host, device), memberId, language: 'en', device },
        [service.host],
        clock,
      )
    const told = async () => {
      service.received.length = 0
      await sendPushes(deps)
      return service.received.map((it) => it.device).toSorted()
    }
    await topUp(memberId, 'a')
    expect(await told()).toEqual(['/other', '/own'])
    await revokeOtherSessions(database.kysely, memberId, own.sessionId, clock)
    await topUp(memberId, 'b')
    expect(await told()).toEqual(['/own'])
    const change = { memberId, kind: 'password_changed', ref: randomUUID(), params: {}, route: null } as const
    await database.inTransaction((db) => notify(db, [change], clock))
    expect(await told()).toEqual(['/other', '/own'])
  })

  test('a push that has waited is not sent to a device that was signed out meanwhile', async () => {
    const memberId = await makeMember(database.kysely)
    const session = await startSession(database.kysely, memberId, 'phone-1', clock)
    const phone = { ...makeDevice(service.host, 'phone'), memberId, language: 'en', device: 'phone-1' }
    await subscribe(database.kysely, phone, [service.host], clock)
    await topUp(memberId, 'a')
    service.answers.push({ status: 503 })
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
    await revokeSession(database.kysely, session, clock)
    clock.advance(60_000)
    await sendPushes(deps)
    expect(service.received).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  test('neither a device that names itself in no call nor a session that expired goes on being told', async () => {
    const memberId = await makeMember(database.kysely)
    const session = await startSession(database.kysely, memberId, undefined, clock)
    await startSession(database.kysely, memberId, 'phone-1', clock)
    await subscribe(
      database.kysely,
      { ...makeDevice(service.host, 'nameless'), memberId, language: 'en' },
      [service.host],
      clock,
    )
    await revokeSession(database.kysely, session, clock)
    await topUp(memberId, 'a')
    await sendPushes(deps)
    const phone = { ...makeDevice(service.host, 'phone'), memberId, language: 'en', device: 'phone-1' }
    await subscribe(database.kysely, phone, [service.host], clock)
    clock.advance(91 * 86_400_000)
    await topUp(memberId, 'b')
    await sendPushes(deps)
    expect(service.received).toEqual([])
  })

  test('ten devices of a member are told at most; the one not heard of longest goes first', async () => {
    const memberId = await makeMember(database.kysely)
    const devices = Array.from({ length: 12 }, (_, n) => makeDevice(service.host, `of many ${n}`))
    for (const device of devices) {
      clock.advance(1000)
      await subscribe(database.kysely, { ...device, memberId, language: 'en' }, [service.host], clock)
    }
    const [, , third] = devices
    clock.advance(1000)
    await subscribe(database.kysely, { ...third!, memberId, language: 'en' }, [service.host], clock)
    const kept = await database.kysely
      .selectFrom('pushSubscription')
      .select('endpoint')
      .where('memberId', '=', memberId)
      .orderBy('refreshedAt')
      .execute()
    expect(kept.map((it) => it.endpoint)).toEqual([...devices.slice(3), third!].map((it) => it.endpoint))
  })

  test('what was read meanwhile, or is older than a day, rings no more', async () => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'phone'))
    await topUp(memberId, 'a')
    await database.kysely
      .updateTable('message')
      .set({ readAt: '2026-11-20T06:00:00.000Z' })
      .where('memberId', '=', memberId)
      .execute()
    await sendPushes(deps)
    await topUp(memberId, 'b')
    clock.advance(25 * 3_600_000)
    await sendPushes(deps)
    expect(service.received).toHaveLength(0)
    expect(await waiting()).toBe(0)
  })

  describe('inside quiet hours', () => {
    // 06:00 UTC is 13:00 in Jakarta.
    const over = Date.parse('2026-11-20T07:00:00.000Z') - Date.parse('2026-11-20T06:00:00.000Z')
    const quiet = { isOn: true, from: '12:30', until: '14:00' }
    const choosing = (
      memberId: string,
      choice: Omit<Parameters<typeof choose>[2], 'madeAt'>,
      madeAt = new Date(clock.now()).toISOString(),
    ) => database.inTransaction((db) => choose(db, memberId, { madeAt, ...choice }, clock))
    let memberId: string
    let phone: Device
    beforeEach(async () => {
      memberId = await makeMember(database.kysely)
      phone = makeDevice(service.host, 'sleeping')
      await register(memberId, phone)
      await choosing(memberId, { quiet })
    })
    const opened = () => service.received.map((push) => phone.open(push))

    test('it waits until they end, then says what it had to say', async () => {
      await topUp(memberId, 'a')
      await sendPushes(deps)
      clock.advance(over - 1)
      await sendPushes(deps)
      expect(service.received).toHaveLength(0)
      expect(await waiting()).toBe(1)
      clock.advance(1)
      await sendPushes(deps)
      expect(opened()).toMatchObject([
        { title: 'Top-up received', content: 'It came into your recharge wallet.', linkUrl: '/pages/my/historyList' },
      ])
      expect(await waiting()).toBe(0)
    })

    test('several become one for each device, which counts what is unread', async () => {
      const tablet = makeDevice(service.host, 'tablet')
      await register(memberId, tablet, 'ar')
      for (let n = 0; n < 30; n++) await topUp(memberId, `top-up-${n}`)
      await Promise.all([sendPushes(deps), sendPushes(deps), sendPushes(deps)])
      const [first] = await database.kysely
        .selectFrom('message')
        .select('id')
        .where('memberId', '=', memberId)
        .execute()
      await database.kysely
        .updateTable('message')
        .set({ readAt: '2026-11-20T06:30:00.000Z' })
        .where('id', '=', first!.id)
        .execute()
      clock.advance(over)
      await Promise.all([sendPushes(deps), sendPushes(deps)])
      expect(service.received.map((it) => it.device).toSorted()).toEqual(['/sleeping', '/tablet'])
      const of = (device: Device, name: string) => device.open(service.received.find((it) => it.device === name)!)
      expect(of(phone, '/sleeping')).toMatchObject({
        title: '29 new messages',
        content: 'They came during your quiet hours.',
        type: null,
        templateType: 'several',
        linkUrl: '/subPages/message/list',
        payload: { unread: 29 },
        to: memberId,
      })
      expect(of(tablet, '/tablet')).toMatchObject({ title: '29 رسالة جديدة' })
      expect(await waiting()).toBe(0)
    })

    test('a service that fails in the morning is told of all of them later', async () => {
      await topUp(memberId, 'a')
      await topUp(memberId, 'b')
      await sendPushes(deps)
      clock.advance(over)
      service.answers.push({ status: 503 })
      await sendPushes(deps)
      await topUp(memberId, 'c')
      clock.advance(60_000)
      await sendPushes(deps)
      expect((opened() as { title: string }[]).map((it) => it.title).toSorted()).toEqual([
        '2 new messages',
        '2 new messages',
        'Top-up received',
      ])
    })

    test('waiting is no attempt: a service that is down in the morning gets as many as ever', async () => {
      await topUp(memberId, 'a')
      for (let n = 0; n < 5; n++, clock.advance(1000)) {
        await database.kysely
          .updateTable('pushJob')
          .set({ dueAt: new Date(clock.now()).toISOString() })
          .where('doneAt', 'is', null)
          .execute()
        await sendPushes(deps)
      }
      expect(
        await database.kysely.selectFrom('pushJob').select('attempt').where('memberId', '=', memberId).execute(),
      ).toEqual([{ attempt: 0 }])
    })

    test('what was read meanwhile rings no more in the morning', async () => {
      await topUp(memberId, 'a')
      await topUp(memberId, 'b')
      await sendPushes(deps)
      await database.kysely
        .updateTable('message')
        .set({ readAt: '2026-11-20T06:30:00.000Z' })
        .where('memberId', '=', memberId)
        .execute()
      clock.advance(over)
      await sendPushes(deps)
      expect(service.received).toHaveLength(0)
      expect(await waiting()).toBe(0)
    })

    test('switched off, what waits is sent at once', async () => {
      await topUp(memberId, 'a')
      await sendPushes(deps)
      clock.advance(1000)
      await choosing(memberId, { quiet: { ...quiet, isOn: false } })
      await sendPushes(deps)
      expect(service.received).toHaveLength(1)
    })

    test('hours end by the wall clock also in the night in which it is set back', async () => {
      await moveMember(database.kysely, memberId, 'America/New_York')
      await choosing(memberId, { quiet: { isOn: true, from: '22:00', until: '07:00' } })
      // 22:00 on the evening before clocks go back: the night lasts ten hours.
      clock.advance(Date.parse('2027-11-07T02:00:00.000Z') - clock.now())
      await startSession(database.kysely, memberId, undefined, clock)
      await topUp(memberId, 'a')
      await sendPushes(deps)
      clock.advance(10 * 3_600_000 - 1)
      await sendPushes(deps)
      expect(service.received).toHaveLength(0)
      clock.advance(1)
      await sendPushes(deps)
      expect(service.received).toHaveLength(1)
    })

    test('what somebody else may have changed is told at once, at night and where its category is off', async () => {
      await choosing(memberId, { quiet, categories: { wallet: false } })
      const change = { memberId, kind: 'card_added', ref: randomUUID(), params: {}, route: null } as const
      await database.inTransaction((db) => notify(db, [change], clock))
      await topUp(memberId, 'a')
      await sendPushes(deps)
      expect(service.received).toHaveLength(1)
    })

    test('a category that is switched off rings for nobody, and its messages are in the list all the same', async () => {
      await choosing(memberId, { quiet: { ...quiet, isOn: false }, categories: { wallet: false } })
      await topUp(memberId, 'a')
      await sendPushes(deps)
      expect(service.received).toHaveLength(0)
      expect(await waiting()).toBe(0)
      expect(
        await database.kysely
          .selectFrom('message')
          .select('kind')
          .where('memberId', '=', memberId)
          .where('readAt', 'is', null)
          .execute(),
      ).toEqual([{ kind: 'topup_received' }])
    })

    test('of several devices the one that chose last is right, whoever is heard last', async () => {
      const [early, late] = ['2026-11-20T05:00:00.000Z', '2026-11-20T05:30:00.000Z']
      await choosing(memberId, { categories: { income: false } }, late)
      await choosing(memberId, { categories: { income: true, products: false } }, early)
      expect(await choiceOf(database.kysely, memberId)).toEqual({
        categories: { income: false, wallet: true, products: false, team: true, games: true, news: false },
        quiet,
        timeZone: 'Asia/Jakarta',
      })
      // A device whose clock is a year ahead overrides earlier choices, and doesn't block later ones.
      await choosing(memberId, { categories: { income: true } }, '2027-11-20T05:00:00.000Z')
      clock.advance(1000)
      await choosing(memberId, { categories: { income: false } })
      expect((await choiceOf(database.kysely, memberId)).categories.income).toBe(false)
    })
  })

  test('a push is sent as soon as its transaction is durable, and not before', async () => {
    const memberId = await makeMember(database.kysely)
    await register(memberId, makeDevice(service.host, 'phone'))
    // The schedule is once a year: only the event can start it.
    const scheduler = startScheduler(
      deps,
      jobs.filter((it) => it.name === 'push').map((it) => ({ ...it, when: '0 0 0 1 1 *' })),
    )
    try {
      await expect(
        database.inTransaction(async (db) => {
          await creditTopUp(
            db,
            {
              source: 'rail',
              externalId: 'rolled back',
              memberId,
              amount: 1,
              currency: 'USD',
              receivedAt: '2026-11-20T05:59:00.000Z',
            },
            clock,
          )
          throw new Error('rolled back')
        }),
      ).rejects.toThrow('rolled back')
      await topUp(memberId, 'a')
      await expect.poll(() => service.received.length).toBe(1)
    } finally {
      await scheduler.stop()
    }
  })

  test('an endpoint inside our network is refused', async () => {
    const memberId = await makeMember(database.kysely)
    await expect(
      subscribe(
        database.kysely,
        { ...makeDevice('127.0.0.1:5432', 'x'), memberId, language: 'en' },
        [service.host],
        clock,
      ),
    ).rejects.toMatchObject({ code: 'bad_request', params: { field: 'endpoint' } })
    await expect(
      subscribe(
        database.kysely,
        { ...makeDevice(service.host, 'x'), auth: 'AAAA', memberId, language: 'en' },
        [service.host],
        clock,
      ),
    ).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('the keys are made once, whoever asks first', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => vapidKeys(database.kysely)))
    expect(new Set(keys.map((it) => it.publicKey)).size).toBe(1)
    expect(await vapidKeys(database.kysely)).toEqual(keys[0])
  })
})
