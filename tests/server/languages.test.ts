import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { languages, type Language } from '#protocol/languages.ts'
import type { Database } from '#server/db/open.ts'
import { languageOf, messageFor } from '#server/http/messages.ts'
import { pluralIn } from '#server/plural.ts'
import { textOf } from '#server/notices/texts.ts'
import type { NoticeKind, NoticeParams } from '#server/notices/texts/catalogue.ts'
import { latinDigits } from '#src/lib/digits.ts'
import { callerOf } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { worldOn } from '#tests/support/world.ts'

/** Letters that only this language's words are written with; Indonesian and Malay have none of their own. */
const script: Record<Language, RegExp> = {
  en: /[a-z]/i,
  id: /[a-z]/i,
  ms: /[a-z]/i,
  vi: /[ăâđêôơưạảãàáệịọờứ]/i,
  th: /[ก-๙]/,
  'zh-Hans': /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
}
const others = languages.filter((it) => it !== 'en')

/** Every number of a member's begins with 739. A new kind of message doesn't compile without an example. */
const money = { amount: 739_117, currency: 'USD' }
const toCard = { ...money, card: '•••• 7397' }
const names = { en: 'Cup', id: 'Cangkir', ms: 'Cawan', vi: 'Cốc đẹp', th: 'ถ้วย', 'zh-Hans': '杯子', ar: 'كوب' }
const told: NoticeParams = {
  topup_received: money,
  topup_under_review: money,
  topup_declined: { ...money, reason: 'Bill 7395' },
  money_taken_back: { ...money, owed: 7391, reason: 'Bill 7395' },
  money_given_back: { ...money, reason: 'Bill 7395' },
  order_paid: { product: 'Van', quantity: 739 },
  order_cancelled: { ...money, product: 'Van' },
  income_settled: { ...money, day: '2026-11-19', paidOn: '2026-11-20' },
  points_order_shipped: { goods: names },
  points_order_refunded: { goods: names, points: 739 },
  machine_stopped: { product: 'Van' },
  machine_running: { product: 'Van' },
  machine_closed: { ...money, product: 'Van', reason: 'Bill 7395', ended: 739 },
  unit_expired: { product: 'Van', units: 739 },
  withdrawal_requested: toCard,
  withdrawal_approved: toCard,
  withdrawal_sent: toCard,
  withdrawal_arrived: toCard,
  withdrawal_returned: { ...money, reason: 'Bill 7395' },
  deposit_matured: { ...money, interest: 7393 },
  contract_approved: { version: 739 },
  contract_returned: { remark: 'Page 739' },
  contract_ended: { day: '2026-11-20' },
  phone_changed: { phone: '+62 ••• 739' },
  new_device: {},
  password_changed: {},
  transaction_password_changed: {},
  card_added: {},
  card_billed: { ...toCard, day: '2026-12-20', what: 'New card' },
  card_bill_waived: { ...toCard, what: 'New card', reason: 'it was billed by mistake' },
  card_fee_raised: { ...toCard, day: '2026-12-20' },
  passkey_added: {},
  level_reached: { level: 739, points: 7391 },
  pool_won: { round: '739', points: 739 },
  pay_ready: money,
  invited_registered: { name: 'Ada', goldCoins: 739 },
  article_published: { titles: names },
  server_restored: { day: '2026-11-20', time: '10:00' },
  terms_changed: { titles: names },
}

describe('the server', () => {
  let database: Database
  let call: ReturnType<typeof callerOf>
  beforeAll(async () => {
    database = await openDemo('pglite')
    call = callerOf((await worldOn(database)).app)
  })
  afterAll(() => database.close())

  const said = async (path: string, language: string, args: object = {}) =>
    (await call(path, { method: 'GET', args, headers: { 'x-language': language } })).body

  test.each(languages)('refuses and names its things in %s', async (language) => {
    const refusal = await said('user/info', language)
    expect(refusal).toMatchObject({ errno: 401, errmsg: messageFor('session_expired', language) })
    const { items } = (await said('nio/country/list', language)).data as {
      items: { id: string; name: string; alias: string }[]
    }
    expect(items.find((it) => it.id === 'vn')).toMatchObject({
      name: new Intl.DisplayNames(language, { type: 'region' }).of('VN'),
      alias: 'vi',
    })
    const { featured, banners, categories } = (await said('home/indexV3', language)).data as {
      featured: { id: string; edition: string }[]
      banners: { title: string; line: string }[]
      categories: { name: string }[]
    }
    const offer = (await said('g/goods/info', language, { id: featured[0]?.id })).data as {
      description: string
      specification: { label: string }[]
    }
    for (const words of [
      [offer.description],
      offer.specification.map((it) => it.label),
      featured.map((it) => it.edition),
      banners.map((it) => it.title),
      banners.map((it) => it.line),
      categories.map((it) => it.name),
    ])
      expect(words.join(' ')).toMatch(script[language])
  })

  test.each(others)('has another word for each term in %s', async (language) => {
    const english = (await said('nio/option/all', 'en', { countryId: 'id' })).data as { terms: Record<string, string> }
    const answer = (await said('nio/option/all', language, { countryId: 'id' })).data as {
      language: string
      terms: Record<string, string>
    }
    expect(answer.language).toBe(language)
    expect(Object.keys(answer.terms)).toEqual(Object.keys(english.terms))
    const same = Object.entries(answer.terms).filter(([name, words]) => words === name)
    // "Grid" is the same word in Malay.
    expect(same.length).toBeLessThanOrEqual(1)
    expect(
      ((await said('goods/level/list', language, { type: 2 })).data as { items: { name: string }[] }).items[1]?.name,
    ).toBe(answer.terms['Spark'])
  })

  test('tells what a country calls otherwise, in the language asked for', async () => {
    const document = async (countryId: string, language: string) =>
      ((await said('nio/option/all', language, { countryId })).data as { terms: Record<string, string> }).terms[
        'idDocument'
      ]
    expect(await document('id', 'en')).toBe('KTP (NIK)')
    expect(await document('th', 'th')).toBe('บัตรประจำตัวประชาชน')
    expect(await document('th', 'en')).toBe('Thai national ID card')
    expect(await document('us', 'en')).toBeUndefined()
  })

  test('knows no options of a country it does not work in', async () => {
    expect((await said('nio/option/all', 'en', { countryId: 'atlantis' })).errno).toBe(1404)
  })

  test('leaves a word alone that the operator has put in the place of ours', async () => {
    await database.kysely.updateTable('level').set({ name: 'Sun' }).where('level', '=', 1).execute()
    expect(
      ((await said('goods/level/list', 'ar', { type: 2 })).data as { items: { name: string }[] }).items[1]?.name,
    ).toBe('Sun')
  })

  test('answers a browser that says nothing else as the browser is set', async () => {
    const answer = await call('user/info', {
      method: 'GET',
      headers: { 'x-language': '', 'accept-language': 'fr, zh-CN;q=0.8, en;q=0.5' },
    })
    expect(answer.body.errmsg).toBe(messageFor('session_expired', 'zh-Hans'))
  })
})

/** Messages about money that say more than their examples, with the amounts that stand in the line. */
const back = { amount: 9010, currency: 'USD', reason: 'None' }
const variants: [NoticeKind, object, number[]][] = [
  ['money_taken_back', { ...back, owed: 3050, pending: 0 }, [9010, 3050]],
  ['money_taken_back', { ...back, owed: 0, growth: 2080 }, [9010]],
  ['money_taken_back', { ...back, owed: 3050, pending: 3050 }, [9010, 3050, 3050]],
  ['money_taken_back', { ...back, owed: 3050, pending: 2040 }, [9010, 3050, 2040]],
  [
    'money_taken_back',
    { ...back, owed: 0, refunded: { recharge: { amount: 1060, paidDebt: 0 }, income: { amount: 0, paidDebt: 0 } } },
    [9010, 1060],
  ],
  [
    'money_taken_back',
    {
      ...back,
      owed: 0,
      refunded: { recharge: { amount: 1060, paidDebt: 0 }, income: { amount: 1070, paidDebt: 1080 } },
    },
    [9010, 1060, 1070, 1080],
  ],
  ['money_given_back', { ...back, paidDebt: 1080 }, [9010, 1080]],
  ['order_cancelled', { ...back, product: 'Van', paidDebt: 1080 }, [9010, 1080]],
  ['order_cancelled', { ...back, product: 'Van', amount: 0 }, []],
  ['machine_closed', { ...back, product: 'Van', ended: 1, paidDebt: 1080 }, [9010, 1080]],
  ['deposit_matured', { ...back, interest: 1070, paidDebt: 1080 }, [9010, 1070, 1080]],
]

describe.each(others)('the sentences of %s', (language) => {
  const params = new Proxy(
    {},
    { get: (_, name) => (name === 'currency' ? 'USD' : name === 'day' ? '2026-11-20' : 700) },
  )

  test('are its own, one for every refusal, with the same numbers in them', () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).toSorted()
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const sentence = messageFor(code, language, params)
      expect(sentence, code).not.toBe(messageFor(code, 'en', params))
      expect(sentence, code).toMatch(script[language])
      expect(numbers(sentence), code).toEqual(numbers(messageFor(code, 'en', params)))
    }
  })

  test('tell of money and days as it writes them, and keep amounts off the lock screen', () => {
    const text = textOf('income_settled', { day: '2026-11-20', amount: 123_456, currency: 'USD' }, language)
    expect(text?.line).toMatch(/1[.,]234[.,]56/)
    expect(text?.line).toMatch(language === 'th' ? /2569/ : /2026/)
    expect(`${text?.title} ${text?.push}`).not.toMatch(/\d/)
    expect(`${text?.title} ${text?.push}`).toMatch(script[language])
  })
})

describe.each(languages)('what a message about money says in %s', (language) => {
  test.each(variants)('of %s: %j', (kind, params, amounts) => {
    const line = textOf(kind, params, language)?.line ?? ''
    const written = latinDigits(line).match(/\d+[.,٫]\d\d/g) ?? []
    expect(written.map((it) => Number(it.replace(/\D/, '')))).toEqual(expect.arrayContaining(amounts))
    expect(written).toHaveLength(amounts.length)
    expect(line).toMatch(script[language])
  })
})

describe.each(languages)('what a push says in %s', (language) => {
  test.each(Object.keys(told) as NoticeKind[])('of %s has no amount, number of units or card', (kind) => {
    const text = textOf(kind, told[kind], language)
    const { title = '', line = '', push = line } = text ?? {}
    expect(latinDigits(`${title} ${push}`).replace(/[.,٬٫\s]/g, '')).not.toContain('739')
    expect(push).toMatch(script[language])
  })
})

test('Arabic counts in six forms', () => {
  const plural = pluralIn('ar')
  const forms = { zero: '0', one: '1', two: '2', few: 'few', many: 'many', other: 'other' }
  expect([0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map((it) => plural(it, forms))).toEqual([
    '0',
    '1',
    '2',
    'few',
    'few',
    'many',
    'many',
    'other',
    'other',
    'few',
  ])
  expect(messageFor('wait_for_countdown', 'ar', { seconds: 2 })).toContain('ثانيتين')
  expect(messageFor('wait_for_countdown', 'ar', { seconds: 45 })).toContain('45 ثانية')
})

test('a wish that cannot be met is answered in English', () => {
  expect([languageOf(undefined), languageOf(''), languageOf('fr'), languageOf('*')]).toEqual(['en', 'en', 'en', 'en'])
})
