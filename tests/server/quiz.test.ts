import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { languages } from '#protocol/languages.ts'
import { quizInfo, quizNext, quizSubmit } from '#protocol/rewards.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { ownQuestions } from '#server/features/rewards/quiz-questions.ts'
import { drawQuestions, prize } from '#server/features/rewards/quiz-rules.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { moveMember } from '#tests/support/move-member.ts'

const [ok, over, empty] = [0, 1785, 1788]
const day = 86_400_000
const questions = ownQuestions()
const rightAnswers = new Map(questions.map((it) => [it.texts.en.question, it.texts.en.right]))

describe.each(oneDatabase)('the daily quiz on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  type Started = Answer<typeof quizNext>

  /** A member who plays; each call has a token and, if none is given, a key of its own. */
  async function player(zone = 'Asia/Jakarta') {
    const { memberId } = await world.member()
    const inZone = (timeZone: string) => moveMember(world.database.kysely, memberId, timeZone)
    await inZone(zone)
    const call = async (path: string, more: object) =>
      (await world.call(path as 'answer/info', { ...more, token: await world.tokenOf(memberId) } as never)).body as {
        errno: number
        data: unknown
      }
    return {
      memberId,
      inZone,
      info: async () => (await call(quizInfo.path, { method: 'GET' })).data as Answer<typeof quizInfo>,
      start: (sitting: string, key: string = randomUUID()) =>
        call(quizNext.path, { method: 'GET', args: { sitting }, key }),
      submit: (sitting: string, choices: (number | null)[], key: string = randomUUID()) =>
        call(quizSubmit.path, { args: { sitting, choices }, key }),
      leave: (sitting: string) => call('answer/leave', { args: { sitting }, key: randomUUID() }),
      gold: async () => (await balances(world.database.kysely, memberId))['gold'] ?? 0,
    }
  }

  /** The places of the right answers, as somebody who knows all questions finds them. */
  const allRight = (data: unknown) =>
    (data as Started).questions.map(({ question, choices }) => choices.indexOf(rightAnswers.get(question) ?? ''))
  const oneWrong = (data: unknown) => allRight(data).map((right, n) => (n === 1 ? (right + 1) % 3 : right))

  test('passed without a mistake pays its coins at once, with a bill, and is over for the day', async () => {
    const who = await player()
    expect(await who.info()).toMatchObject({
      day: '2026-11-20',
      state: 'ready',
      questions: 5,
      seconds: 300,
      prize: { of: 'gold', amount: prize },
      result: null,
      nextAt: null,
    })
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    expect(data).toMatchObject({ day: '2026-11-20', seconds: 300 })
    expect((await who.info()).state).toBe('started')
    const { errno, data: ended } = await who.submit(sitting, allRight(data))
    expect(errno).toBe(ok)
    expect(ended).toMatchObject({
      day: '2026-11-20',
      nextAt: '2026-11-20T17:00:00.000Z',
      result: { ended: 'passed', reward: { of: 'gold', amount: prize } },
    })
    expect(await who.gold()).toBe(prize)
    expect(await who.info()).toMatchObject({ state: 'passed', nextAt: '2026-11-20T17:00:00.000Z' })
    expect((await who.start(randomUUID())).errno).toBe(over)
    const bills = (
      await world.call('capital/streamList', {
        method: 'GET',
        args: { type: 'quiz' },
        token: await world.tokenOf(who.memberId),
      })
    ).body.data
    expect(bills).toMatchObject({ items: [{ kind: 'quiz_reward', amount: prize, subject: '2026-11-20' }] })
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  test('pays once: the same key twice, and two submits at once', async () => {
    const who = await player()
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    const key = randomUUID()
    const answers = await Promise.all([
      who.submit(sitting, allRight(data), key),
      who.submit(sitting, allRight(data), key),
      who.submit(sitting, allRight(data)),
      who.submit(sitting, allRight(data)),
    ])
    expect(
      answers
        .map((it) => it.errno)
        .toSorted((a, b) => a - b)
        .at(-1),
    ).toBe(over)
    expect(answers[0]).toEqual(answers[1])
    expect(await who.gold()).toBe(prize)
  })

  test('a wrong answer ends it without a prize, and tells what was right and why', async () => {
    const who = await player()
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    const chosen = oneWrong(data)
    const ended = (await who.submit(sitting, chosen)).data as Answer<typeof quizSubmit>
    expect(ended.result).toMatchObject({ ended: 'wrong', reward: null })
    expect(ended.result.questions.map((it) => it.right)).toEqual(allRight(data))
    expect(ended.result.questions.map((it) => it.chosen)).toEqual(chosen)
    expect(ended.result.questions.every((it) => it.why.length > 10)).toBe(true)
    expect(await who.info()).toMatchObject({ state: 'failed', result: ended.result })
    expect((await who.submit(sitting, allRight(data))).errno).toBe(over)
    expect(await who.gold()).toBe(0)
  })

  test('an answer that is missing counts as wrong, and a wrong number of them is refused and ends nothing', async () => {
    const who = await player()
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    expect((await who.submit(sitting, allRight(data).slice(1))).errno).toBe(400)
    expect((await who.info()).state).toBe('started')
    expect((await who.submit(sitting, [null, ...allRight(data).slice(1)])).data).toMatchObject({
      result: { ended: 'wrong' },
    })
  })

  test('the right answers never travel before the end', async () => {
    const who = await player()
    const sitting = randomUUID()
    const started = JSON.stringify(await who.start(sitting))
    const again = JSON.stringify([await who.info(), await who.start(sitting)])
    for (const word of ['"right"', '"why"', '"wrong"', 'reward', 'order'])
      for (const json of [started, again]) expect(json).not.toContain(word)
    for (const { texts } of questions) expect(started + again).not.toContain(texts.en.why)
    // The right one stands at no fixed place.
    const pool = questions.map((it) => ({ id: it.id, choices: 3 }))
    const places = new Set(
      Array.from({ length: 40 }, () =>
        drawQuestions(pool, (n) => Math.floor(Math.random() * n)).map((it) => it.order.indexOf(0)),
      ).flat(),
    )
    expect(places).toEqual(new Set([0, 1, 2]))
  })

  test('is one attempt a day: the same sitting goes on, another one ends it', async () => {
    const who = await player()
    const sitting = randomUUID()
    const first = await who.start(sitting)
    clock.advance(60_000)
    const second = await who.start(sitting)
    expect(second.data).toMatchObject({ questions: (first.data as Started).questions, seconds: 240 })
    expect((await who.start(randomUUID())).errno).toBe(over)
    expect(await who.info()).toMatchObject({ state: 'failed', result: { ended: 'left', reward: null } })
    expect((await who.submit(sitting, allRight(first.data))).errno).toBe(over)
    expect(await who.gold()).toBe(0)
  })

  test("another sitting's answers end it too", async () => {
    const who = await player()
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    expect((await who.submit(randomUUID(), allRight(data))).errno).toBe(over)
    expect((await who.submit(sitting, allRight(data))).errno).toBe(over)
    expect(await who.info()).toMatchObject({ state: 'failed' })
    expect(await who.gold()).toBe(0)
  })

  test('two starts at once make one attempt', async () => {
    const who = await player()
    const starts = await Promise.all([who.start(randomUUID()), who.start(randomUUID()), who.start(randomUUID())])
    expect(starts.filter((it) => it.errno === ok)).toHaveLength(1)
    const attempts = await world.database.kysely
      .selectFrom('quizAttempt')
      .selectAll()
      .where('memberId', '=', who.memberId)
      .execute()
    expect(attempts).toHaveLength(1)
  })

  test('leaving ends it for the day; leaving what is not under way changes nothing', async () => {
    const who = await player()
    const sitting = randomUUID()
    expect((await who.leave(sitting)).errno).toBe(ok)
    expect((await who.info()).state).toBe('ready')
    const { data } = await who.start(sitting)
    expect((await who.leave(randomUUID())).errno).toBe(ok)
    expect((await who.info()).state).toBe('started')
    expect((await who.leave(sitting)).errno).toBe(ok)
    expect(await who.info()).toMatchObject({ state: 'failed', result: { ended: 'left' } })
    expect((await who.submit(sitting, allRight(data))).errno).toBe(over)
    expect((await who.start(sitting)).errno).toBe(over)
  })

  test('the server keeps the time', async () => {
    const [slow, just] = [await player(), await player()]
    const sitting = randomUUID()
    const [first, second] = [await slow.start(sitting), await just.start(sitting)]
    clock.advance(300_000 + 5000)
    expect((await just.submit(sitting, allRight(second.data))).data).toMatchObject({ result: { ended: 'passed' } })
    clock.advance(1)
    expect(await slow.info()).toMatchObject({ state: 'failed', result: { ended: 'late' } })
    expect((await slow.submit(sitting, allRight(first.data))).data).toMatchObject({
      result: { ended: 'late', reward: null },
    })
    expect(await slow.gold()).toBe(0)
  })

  test("opens again at the member's midnight, and no change of zone opens it sooner", async () => {
    const who = await player('Asia/Jakarta')
    const sitting = randomUUID()
    await who.start(sitting)
    await who.leave(sitting)
    await who.inZone('America/New_York')
    expect((await who.start(randomUUID())).errno).toBe(over)
    clock.advance(Date.parse('2026-11-20T16:59:59.999Z') - clock.now())
    await who.inZone('Asia/Jakarta')
    expect((await who.start(randomUUID())).errno).toBe(over)
    clock.advance(1)
    expect((await who.info()).state).toBe('ready')
    const tomorrow = randomUUID()
    expect((await who.start(tomorrow)).data).toMatchObject({ day: '2026-11-21' })
    // The member moves back to where it is still the day before.
    await who.inZone('America/New_York')
    expect((await who.start(randomUUID())).errno).toBe(over)
  })

  test('an attempt that goes on past midnight keeps its day', async () => {
    const who = await player('Asia/Jakarta')
    clock.advance(Date.parse('2026-11-25T16:59:00.000Z') - clock.now())
    const sitting = randomUUID()
    const { data } = await who.start(sitting)
    clock.advance(120_000)
    expect((await who.submit(sitting, allRight(data))).data).toMatchObject({
      day: '2026-11-25',
      result: { ended: 'passed' },
    })
    expect((await who.info()).state).toBe('ready')
  })

  test('attempts are swept after half a year', async () => {
    const who = await player()
    await who.start(randomUUID())
    clock.advance(182 * day)
    await sweep({ database: world.database, clock })
    expect(
      await world.database.kysely.selectFrom('quizAttempt').selectAll().where('memberId', '=', who.memberId).execute(),
    ).toEqual([])
  })

  describe('its questions', () => {
    const run = async (...argv: string[]) =>
      (await operate({ database: world.database, clock, config: readConfig({}), log: silentLog }, argv)).lines.join(
        '\n',
      )
    const as = ['--as', 'Ana', '--why', 'a test']
    const question = (name: string, changes: object = {}) => ({
      name,
      ...Object.fromEntries(
        languages.map((it) => [
          it,
          { question: `${name} in ${it}?`, right: 'Yes', wrong: ['No', 'Maybe'], why: 'Because it is so.' },
        ]),
      ),
      ...changes,
    })
    const importing = (given: unknown) =>
      run('quiz', 'import', `more.json\n${typeof given === 'string' ? given : JSON.stringify(given)}`, ...as)

    test('are at least 120 in every language', () => {
      expect(questions.length).toBeGreaterThanOrEqual(120)
      for (const { id, texts } of questions) expect([id, Object.keys(texts)]).toEqual([id, [...languages]])
    })

    test('are imported, listed and retired', async () => {
      expect(await importing([question('amps-1'), question('amps-2')])).toContain('2 questions added.')
      expect(await run('quiz', 'list')).toContain('amps-1  amps-1 in en?  Yes')
      expect(await run('quiz', 'retire', 'amps-1', ...as)).toContain('Retired.')
      expect(await run('quiz', 'list')).toMatch(/amps-1 .* {2}retired 20/)
      expect(await run('quiz', 'retire', 'amps-1', ...as)).toContain('is no question that is asked')
    })

    test.each<[string, unknown, RegExp]>([
      ['no JSON', '[{', /is no JSON/],
      ['no list', {}, /must be a list/],
      ['a missing language', [question('a', { th: undefined })], /question 1 \(a\): th is missing/],
      ['an unknown language', [question('a', { fr: {} })], /fr is no language of the app/],
      ['no name', [question('')], /question 1: `name` must be short/],
      [
        'an empty text',
        [question('a', { vi: { question: ' ', right: 'Y', wrong: ['N', 'M'], why: 'W' } })],
        /vi question/,
      ],
      [
        'two right answers',
        [question('a', { en: { question: 'Q', right: 'Yes', wrong: ['yes', 'No'], why: 'W' } })],
        /en has one choice twice/,
      ],
      [
        'too few choices',
        [question('a', { ms: { question: 'Q', right: 'Yes', wrong: ['No'], why: 'W' } })],
        /ms wrong must be 2 or 3/,
      ],
      [
        'another number of choices in one language',
        [question('a', { ar: { question: 'Q', right: '1', wrong: ['2', '3', '4'], why: 'W' } })],
        /not as many choices in every language/,
      ],
      ['one name twice', [question('a'), question('a')], /question a: is there twice/],
    ])('are refused with %s, and none of the file is added', async (_, given, problem) => {
      const before = await run('quiz', 'list')
      expect(await importing(given)).toMatch(problem)
      expect(await run('quiz', 'list')).toBe(before)
    })

    test('that are there already refuse the whole file', async () => {
      const known = questions[0]!.id
      expect(await importing([question('brand-new'), question(known)])).toContain(`question ${known}: is there already`)
      expect(await run('quiz', 'list')).not.toContain('brand-new')
    })

    test('are asked only while they are not retired', async () => {
      await world.database.kysely.updateTable('quizQuestion').set({ retiredAt: '2026-11-20T00:00:00.000Z' }).execute()
      const who = await player()
      expect(await who.info()).toMatchObject({ state: 'ready', questions: 0 })
      expect(await who.start(randomUUID())).toMatchObject({ errno: empty, errmsg: expect.stringContaining('later') })
      await world.database.kysely.updateTable('quizQuestion').set({ retiredAt: null }).execute()
    })
  })
})
