import { asOwner } from '#tests/support/as-owner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Agreement, Article, ArticleCard } from '#protocol/news.ts'
import { header } from '#protocol/headers.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { prepare } from '#server/prepare.ts'
import { readConfig } from '#server/config.ts'
import { noteAgreement } from '#server/db/agreements.ts'
import { announceArticles } from '#server/features/news/announcing.ts'
import { missingLegalTexts } from '#server/features/news/missing-legal.ts'
import { choose } from '#server/features/settings/push-choice.ts'
import { subscribe } from '#server/features/settings/push.ts'
import { sendPushes } from '#server/features/settings/push-sending.ts'
import { withdrawArticle } from '#server/features/news/writing.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeDevice, startPushService } from '#tests/support/push-service.ts'

const as = ['--as', 'Ana']
const who = [...as, '--why', 'a test']
const hour = 3_600_000

describe.each(oneDatabase)('articles on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  beforeEach(async () => {
    // Each by itself: what refers to a text lies with members, and on several machines isn't deleted together with it.
    for (const table of ['agreement', 'articleText', 'article', 'pushJob', 'pushSubscription', 'message'] as const)
      await asOwner(world.database, (db) => db.deleteFrom(table).execute())
  })

  const config = readConfig({})
  const run = async (...argv: string[]) => {
    const heard = await operate({ database: world.database, clock, config, log: silentLog }, [...argv, ...who])
    return heard.lines.join('\n')
  }
  const write = (id: string, title: string, { kind = 'news', language = 'en', body = '' } = {}) =>
    run('article', 'write', `${id}.md\n# ${title}\n\nIn short.\n\n${body}`, '--kind', kind, '--language', language)
  const published = async (id: string, title: string, of = {}) => {
    await write(id, title, of)
    return run('article', 'publish', id)
  }
  const read = (path: string, args: object, language = 'en', token?: string) =>
    world.call(path, { method: 'GET', args, headers: { [header.language]: language }, ...(token && { token }) })
  const list = async (args: object = {}, language = 'en') =>
    (await read('help/list', args, language)).body.data as { items: ArticleCard[]; next?: string }
  const titles = async (args: object = {}, language = 'en') => (await list(args, language)).items.map((it) => it.title)
  const info = async (args: object, language = 'en') => (await read('help/info', args, language)).body

  test('a server without the legal texts says so when it starts, and no longer names those that are read', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, error: (event: string, _cause: unknown, facts: unknown) => logged.push([event, facts]) }
    const start = () => prepare({ database: world.database, clock, config: readConfig({ DEMO: '0' }), log })
    await write('agreement', 'Agreement', { kind: 'legal' })
    await published('privacy', 'Privacy', { kind: 'legal' })
    await published('risks', 'Risks', { kind: 'legal' })
    expect(await run('article', 'withdraw', 'risks')).toContain('publish a new revision')
    // A server of before let them be withdrawn.
    await withdrawArticle(world.database.kysely, 'risks', clock)
    await start()
    expect(logged).toEqual([
      [expect.stringContaining('nobody can register'), { missing: ['agreement', 'contract', 'risks'] }],
    ])
    for (const id of ['agreement', 'contract', 'risks']) await published(id, 'Text', { kind: 'legal' })
    await start()
    expect(logged).toHaveLength(1)
  })

  test('a draft is nobody’s to read; published, it is there in blocks', async () => {
    expect(await write('opening', 'Opening', { body: 'With **care**.' })).toContain('revision 1')
    expect(await titles()).toEqual([])
    expect((await info({ id: 'opening' })).errno).not.toBe(0)
    await run('article', 'publish', 'opening')
    expect(await list()).toEqual({
      items: [
        {
          id: 'opening',
          kind: 'news',
          title: 'Opening',
          line: 'In short.',
          art: null,
          publishedAt: '2026-11-20T06:00:00.000Z',
          minutes: 1,
          language: 'en',
          revision: 1,
        },
      ],
    })
    expect((await info({ id: 'opening' })).data).toMatchObject({
      revision: 1,
      updatedAt: '2026-11-20T06:00:00.000Z',
      body: [
        {
          kind: 'paragraph',
          spans: [{ text: 'With ' }, { text: 'care', isStrong: true }, { text: '.' }],
        },
      ],
    })
  })

  test('is published from now on, however long that takes', async () => {
    await write('slow', 'Slow')
    let now = clock.now()
    const ticking = { now: () => now++ }
    const heard = await operate({ database: world.database, clock: ticking, config, log: silentLog }, [
      'article',
      'publish',
      'slow',
      ...who,
    ])
    expect(heard.lines.join()).toContain('Members are told.')
  })

  test('a time that is set is waited for, and what is withdrawn is gone', async () => {
    await write('later', 'Later')
    expect(await run('article', 'publish', 'later', '--at', '2026-11-19T06:00:00Z')).toContain('is over already')
    await run('article', 'publish', 'later', '--at', '2026-11-20T15:00:00+07:00')
    expect(await titles()).toEqual([])
    clock.advance(2 * hour - 1)
    expect(await titles()).toEqual([])
    clock.advance(1)
    expect(await titles()).toEqual(['Later'])
    await run('article', 'withdraw', 'later')
    expect(await titles()).toEqual([])
    expect((await info({ id: 'later' })).errno).not.toBe(0)
    await run('article', 'publish', 'later')
    expect(await titles()).toEqual(['Later'])
  })

  test('an article that was planned for later can be brought forward, whatever it says by then', async () => {
    await write('planned', 'Planned')
    await run('article', 'publish', 'planned', '--at', '2027-01-01T00:00:00Z')
    await write('planned', 'Brought forward')
    await run('article', 'publish', 'planned')
    expect((await info({ id: 'planned' })).data).toMatchObject({ title: 'Brought forward' })
    expect(await titles()).toEqual(['Brought forward'])
    await run('article', 'withdraw', 'planned')
  })

  test('a legal text that waits for its day is one that the server says it lacks', async () => {
    const lacking = () => missingLegalTexts(world.database.kysely, clock)
    await write('risks', 'Text', { kind: 'legal' })
    await run('article', 'publish', 'risks', '--at', '2027-01-01T00:00:00Z')
    expect(await lacking()).toContain('risks')
    await write('risks', 'Text', { kind: 'legal' })
    await run('article', 'publish', 'risks')
    expect(await lacking()).not.toContain('risks')
  })

  test('a withdrawn article is read by nobody until the time that its correction is published for', async () => {
    await published('wrong', 'Wrong')
    await run('article', 'withdraw', 'wrong')
    await write('wrong', 'Corrected')
    await run('article', 'publish', 'wrong', '--at', new Date(clock.now() + hour).toISOString())
    expect((await info({ id: 'wrong' })).errno).not.toBe(0)
    clock.advance(hour)
    expect((await info({ id: 'wrong' })).data).toMatchObject({ title: 'Corrected' })
    await run('article', 'withdraw', 'wrong')
  })

  test('each reader gets their language, else English, else what there is', async () => {
    await published('both', 'Hello')
    await published('both', 'Halo', { language: 'id' })
    clock.advance(hour)
    await published('thai', 'สวัสดี', { language: 'th' })
    expect(await titles({}, 'id')).toEqual(['สวัสดี', 'Halo'])
    expect(await titles({}, 'vi')).toEqual(['สวัสดี', 'Hello'])
    expect((await list({}, 'vi')).items.map((it) => it.language)).toEqual(['th', 'en'])
    expect((await info({ id: 'both' }, 'id')).data).toMatchObject({ title: 'Halo', language: 'id' })
  })

  test('pages follow one another without gap or repetition, also where several came at once', async () => {
    const all: string[] = []
    for (let n = 0; n < 7; n++) {
      if (n % 3 === 0) clock.advance(hour)
      await published(`n${n}`, `News ${n}`)
      all.push(`News ${n}`)
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const { items, next } = await list({ limit: 3, ...(after !== undefined && { after }) })
      seen.push(...items.map((it) => it.title))
      after = next
    } while (after !== undefined)
    expect(seen.toSorted()).toEqual(all)
    expect(seen[0]).toBe('News 6')
    expect((await read('help/list', { after: 'nonsense' })).body.errno).not.toBe(0)
  })

  test('kinds are apart: the list without one has news and help, never legal texts', async () => {
    await published('rules', 'Rules', { kind: 'legal' })
    await published('how', 'How', { kind: 'help' })
    await published('new', 'New')
    expect((await titles()).toSorted()).toEqual(['How', 'New'])
    expect(await titles({ kind: 'legal' })).toEqual(['Rules'])
    expect(await write('rules', 'Rules', { kind: 'help' })).toContain('is legal for rules')
  })

  test('a search finds all words in any order and case, and nothing by a wildcard', async () => {
    await published('fees', 'Fees go down', { body: 'From December on, a *withdrawal* costs less.' })
    await published('bikes', 'More bikes')
    expect(await titles({ wanted: 'withdrawal FEES' })).toEqual(['Fees go down'])
    expect(await titles({ wanted: 'withdrawal bikes' })).toEqual([])
    expect(await titles({ wanted: '%' })).toEqual([])
  })

  test('a published text stays as it is: the next writing is another revision', async () => {
    await published('terms', 'Terms', { kind: 'legal', body: 'One.' })
    expect(await write('terms', 'Terms', { kind: 'legal', body: 'Two?' })).toContain('revision 2')
    expect(await write('terms', 'Terms', { kind: 'legal', body: 'Two.' })).toContain('revision 2')
    expect((await info({ id: 'terms' })).data).toMatchObject({ revision: 1 })
    await run('article', 'publish', 'terms')
    expect((await info({ id: 'terms' })).data).toMatchObject({ revision: 2 })
    expect((await info({ id: 'terms', language: 'en', revision: 1 })).data).toMatchObject({
      body: [{ spans: [{ text: 'One.' }] }],
    })
    expect((await info({ id: 'terms', language: 'en', revision: 3 })).errno).not.toBe(0)
    // A draft of the next is nobody's to read, nor are older versions of news.
    await published('story', 'Story', { body: 'Wrong.' })
    await published('story', 'Story', { body: 'Right.' })
    expect((await info({ id: 'story', language: 'en', revision: 1 })).errno).not.toBe(0)
  })

  test('the sign-in rules say since when the agreements are as they are, and a draft or a story changes nothing', async () => {
    const since = async () =>
      ((await world.call('sysconfig/getLoginConfig', { method: 'GET' })).body.data as { agreementsSince?: string })
        .agreementsSince
    expect(await since()).toBeUndefined()
    await published('agreement', 'Agreement', { kind: 'legal', body: 'One.' })
    const first = await since()
    expect(first).toBe(new Date(clock.now()).toISOString())
    clock.advance(60_000)
    await published('story', 'Story')
    await write('agreement', 'Agreement', { kind: 'legal', body: 'Two.' })
    expect(await since()).toBe(first)
    await run('article', 'publish', 'agreement')
    const second = await since()
    expect(second).toBe(new Date(clock.now()).toISOString())
    clock.advance(60_000)
    await published('privacy', 'Privasi', { kind: 'legal', language: 'id' })
    expect(await since()).not.toBe(second)
  })

  test('what was agreed to is kept with its revision and language, and stays readable', async () => {
    const { memberId, token } = await world.member()
    await published('terms', 'Terms', { kind: 'legal', body: 'One.' })
    const agree = (ref: string) =>
      noteAgreement(
        world.database.kysely,
        { memberId, articles: ['terms', 'never-written'], subject: 'card', ref },
        { language: 'vi', clock },
      )
    await agree('a')
    clock.advance(1000)
    await agree('a')
    await published('terms', 'New terms', { kind: 'legal', body: 'Two.' })
    await agree('b')
    const { items } = (await read('help/agreements', {}, 'en', token)).body.data as { items: Agreement[] }
    expect(items).toMatchObject([
      { articleId: 'terms', title: 'New terms', language: 'en', revision: 2, subject: 'card' },
      { articleId: 'terms', title: 'Terms', language: 'en', revision: 1, agreedAt: items[1]?.agreedAt },
    ])
    await run('article', 'withdraw', 'terms')
    const older = (await info({ id: 'terms', language: 'en', revision: 1 })).data as Article
    expect(older.title).toBe('Terms')
    const shown = await operate({ database: world.database, clock, config, log: silentLog }, [
      'member',
      'agreements',
      memberId,
      '--as',
      'Ana',
      '--why',
      'a test',
    ])
    expect(shown.lines).toHaveLength(2)
    expect(shown.lines[0]).toContain('terms, en, revision 2  for card b')
    const other = await world.member()
    expect((await read('help/agreements', {}, 'en', other.token)).body.data).toEqual({ items: [] })
  })

  test('a text that is no longer the newest of its language is not agreed to in place of the one that was read', async () => {
    const { memberId } = await world.member()
    await published('duties', 'Duties', { kind: 'legal', body: 'One.' })
    const agree = (revision: number, language: 'en' | 'id' = 'en') =>
      noteAgreement(
        world.database.kysely,
        {
          memberId,
          articles: ['duties'],
          subject: 'card',
          ref: `${revision}`,
          shown: [{ articleId: 'duties', language, revision }],
        },
        { language: 'id', clock },
      )
    expect(await agree(1)).toBe(true)
    await published('duties', 'New duties', { kind: 'legal', body: 'Two.' })
    for (const stale of [agree(1), agree(3), agree(1, 'id')]) expect(await stale).toBe(false)
    expect(await agree(2)).toBe(true)
  })

  test('members are told once of news when it is there, with a push if they chose news', async () => {
    const service = await startPushService()
    const deps = {
      database: world.database,
      clock,
      config: readConfig({ EXTRA_PUSH_HOSTS: service.host, PUSH_CONTACT: 'mailto:tests@voltfolio.invalid' }),
      log: silentLog,
    }
    const { kysely } = world.database
    const [wants, not] = [await world.member(), await world.member()]
    const [phone, silent] = [makeDevice(service.host, 'phone'), makeDevice(service.host, 'silent')]
    await subscribe(kysely, { ...phone, memberId: wants.memberId, language: 'id' }, [service.host], clock)
    await subscribe(kysely, { ...silent, memberId: not.memberId, language: 'en' }, [service.host], clock)
    await choose(kysely, wants.memberId, { madeAt: '2026-11-20T00:00:00.000Z', categories: { news: true } }, clock)
    await write('opening', 'Opening')
    await write('opening', 'Pembukaan', { language: 'id' })
    await run('article', 'publish', 'opening', '--at', new Date(clock.now() + hour).toISOString())
    await published('how', 'How', { kind: 'help' })
    await published('small', 'A small correction')
    await kysely.updateTable('articleText').set({ announceAt: null }).where('articleId', '=', 'small').execute()
    const tell = async () => {
      await announceArticles(deps)
      await sendPushes(deps)
    }
    await tell()
    expect(service.received).toHaveLength(0)
    clock.advance(hour)
    await tell()
    await tell()
    expect(service.received.map((it) => it.device)).toEqual(['/phone'])
    expect(phone.open(service.received[0]!)).toMatchObject({
      title: 'Berita',
      body: 'Pembukaan',
      type: 'news',
      route: '/subPages/news/detail?id=opening',
    })
    const told = await kysely.selectFrom('message').select(['memberId', 'kind']).execute()
    expect(told.filter((it) => it.memberId === not.memberId)).toEqual([
      { memberId: not.memberId, kind: 'article_published' },
    ])
    await service.close()
  })

  test('what waits to be told is told at its time, whatever is published meanwhile', async () => {
    const { kysely } = world.database
    const { memberId } = await world.member()
    const told = async () => {
      await announceArticles({ database: world.database, clock, config, log: silentLog })
      const rows = await kysely
        .selectFrom('message')
        .select(['kind', 'params'])
        .where('memberId', '=', memberId)
        .execute()
      return rows.map((it) => [it.kind, it.params['titles']])
    }
    const changed: [string, Record<string, string>][] = [['terms_changed', { en: 'Terms' }]]
    await write('terms', 'Terms', { kind: 'legal' })
    await run('article', 'publish', 'terms', '--at', new Date(clock.now() + hour).toISOString())
    await write('terms', 'Syarat', { kind: 'legal', language: 'id' })
    await run('article', 'publish', 'terms', '--at', new Date(clock.now() + 2 * hour).toISOString())
    await write('terms', 'ข้อกำหนด', { kind: 'legal', language: 'th' })
    await run('article', 'publish', 'terms', '--at', new Date(clock.now() + 3 * hour).toISOString(), '--tell', 'off')
    expect(await told()).toEqual([])
    clock.advance(hour)
    expect(await told()).toEqual(changed)
    clock.advance(hour)
    changed.push(['terms_changed', { en: 'Terms', id: 'Syarat' }])
    expect(await told()).toEqual(changed)
    clock.advance(hour)
    expect(await told()).toEqual(changed)
    // Whoever takes an article back tells nobody of it, also once it is there again.
    await write('terms', 'Điều khoản', { kind: 'legal', language: 'vi' })
    await run('article', 'publish', 'terms', '--at', new Date(clock.now() + hour).toISOString())
    await run('article', 'withdraw', 'terms')
    await run('article', 'publish', 'terms')
    clock.advance(hour)
    expect(await told()).toEqual(changed)
  })

  test('a file that is no article is refused with its line, and the audit keeps no text of it', async () => {
    expect(await write('bad', 'Bad', { body: '<script>alert(1)</script>' })).toContain(
      'bad.md line 5: HTML is not taken',
    )
    await write('kept', 'Kept', { body: 'Words of it.' })
    const [last] = await world.database.kysely
      .selectFrom('operatorAction')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(last?.args).toMatchObject({ file: expect.stringMatching(/^kept\.md, \d+ characters$/), kind: 'news' })
    expect(JSON.stringify(last)).not.toContain('Words of it')
  })

  test('nobody registers, or is sent a code for it, before both texts to agree to can be read', async () => {
    const phone = '+628137000001'
    const outcomes = async () => {
      const codes = await world.call('auth/register/sendAliSms', {
        args: { phone, purpose: 'register', captcha: 'none' },
      })
      const registering = await world.call('auth/registerByPhone', {
        args: {
          phone,
          code: '123456',
          password: 'a-good-one',
          inviteCode: 'NOBODYS',
          country: 'id',
          language: 'en',
          timeZone: 'Asia/Jakarta',
          agreed: true,
        },
      })
      return [codes.body.errno, registering.body.errno]
    }
    const [closed, captchaWrong, inviteUnknown] = [1612, 1602, 1605]
    expect(await outcomes()).toEqual([closed, closed])
    await published('agreement', 'Agreement', { kind: 'legal' })
    await write('privacy', 'Privacy', { kind: 'legal' })
    await run('article', 'publish', 'privacy', '--at', new Date(clock.now() + hour).toISOString())
    expect(await outcomes()).toEqual([closed, closed])
    const listed = await operate({ database: world.database, clock, config, log: silentLog }, [
      'article',
      'list',
      ...as,
    ])
    expect(listed.lines.slice(-2)).toEqual([
      "MISSING: members can't read privacy, contract, risks.",
      'NOBODY CAN REGISTER before privacy can be read.',
    ])
    clock.advance(hour)
    expect(await outcomes()).toEqual([captchaWrong, inviteUnknown])
  })
})
