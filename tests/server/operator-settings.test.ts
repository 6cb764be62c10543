import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { isOffered } from '#server/db/dictionary.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { zoneOfOperator } from '#server/db/settings.ts'
import { countryTermsIn, termsIn } from '#server/db/terms.ts'
import { silentLog } from '#server/log.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')
const who = ['--as', 'Ana', '--why', 'a test']

describe.each(databases)("an operator's settings on $name", ({ open }) => {
  const config = readConfig({})
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())
  const run = (...argv: string[]) => operate({ database, clock, config, log: silentLog }, argv)
  const set = (name: string, value: unknown) => run('setting', 'set', name, JSON.stringify(value), ...who)

  test('an amount is refused with what is wrong with it, and so are amounts by which members could do nothing', async () => {
    const withdrawal = {
      currency: 'USD',
      minimum: 1000,
      maximum: 500_000,
      daily: 1_000_000,
      feeBp: 100,
      feeMinimum: 50,
      hoursToArrive: 72,
    }
    const recharge = { amounts: [2000], minimum: 1000, maximum: 10_000, minutes: 60 }
    for (const [name, right, changed, said] of [
      ['withdrawal', withdrawal, { minimum: -1 }, 'minimum must be at least 1.'],
      [
        'withdrawal',
        withdrawal,
        { minimum: 10.5 },
        'minimum must be whole: amounts are in minor units, 1250 for 12.50.',
      ],
      ['withdrawal', withdrawal, { minimum: '10.00' }, 'minimum must be a number.'],
      ['withdrawal', withdrawal, { daily: 1e15 }, 'daily must be at most 1000000000000.'],
      ['withdrawal', withdrawal, { currency: 'IDR' }, 'currency must be USD.'],
      [
        'withdrawal',
        withdrawal,
        { maximum: 999 },
        'withdrawal must let members withdraw: its maximum is below its minimum.',
      ],
      [
        'withdrawal',
        withdrawal,
        { daily: 999 },
        'withdrawal must let members withdraw: its daily is below its minimum.',
      ],
      [
        'withdrawal',
        withdrawal,
        { feeMinimum: 1000 },
        'withdrawal must leave something of the least withdrawal: its feeMinimum is all of it.',
      ],
      ['recharge', recharge, { maximum: 999 }, 'recharge must let members top up: its maximum is below its minimum.'],
      ['recharge', recharge, { amounts: [999] }, 'recharge must offer amounts between its minimum and its maximum.'],
      [
        'quantity_discount',
        { from: 2, bp: 500 },
        { bp: 0.05 },
        'bp must be whole: amounts are in minor units, 1250 for 12.50.',
      ],
      ['withdrawal_review', { above: 100_000 }, { above: -1 }, 'above must be at least 0.'],
    ] as const) {
      expect(await set(name, { ...right, ...changed })).toEqual({ ok: false, lines: [said, 'Nothing was changed.'] })
      expect(await set(name, right)).toMatchObject({ ok: true })
    }
    expect(await set('quantity_discount', null)).toMatchObject({ ok: true })
    const term = ['term', 'publish', 'odd', '30', '--rate', '3.65', '--minimum', '10', '--maximum', '9.99', ...who]
    expect((await run(...term)).lines[0]).toBe('maximum must not be less than --minimum.')
    expect((await run('card', 'fee', 'mastercard', '10000000.01', ...who)).ok).toBe(false)
  })

  test('what a country calls otherwise is added to what others do', async () => {
    const before = await countryTermsIn(database.kysely, 'th', 'en')
    expect(before).toEqual({ idDocument: 'Thai national ID card' })
    expect(await set('country_terms', { id: { idDocument: { en: 'KTP' } } })).toMatchObject({ ok: true })
    expect(await countryTermsIn(database.kysely, 'id', 'en')).toEqual({ idDocument: 'KTP' })
    expect(await countryTermsIn(database.kysely, 'th', 'en')).toEqual(before)
  })

  test('two changes of a part of one setting at once both hold', async () => {
    const terms = (word: string) => set('terms', { [word]: { en: word, id: `${word} id` } })
    expect(await Promise.all([terms('One at once'), terms('Two at once')])).toMatchObject([{ ok: true }, { ok: true }])
    expect(await termsIn(database.kysely, 'id')).toMatchObject({
      'One at once': 'One at once id',
      'Two at once': 'Two at once id',
    })
  })

  test('terms are set one by one, and the others keep their translations', async () => {
    const [before, inMalay] = await Promise.all(['id', 'ms'].map((it) => termsIn(database.kysely, it)))
    expect(
      await set('terms', { Spark: { en: 'Spark', id: 'Kilat' }, 'Gold plan': { en: 'Gold plan', id: 'Emas' } }),
    ).toEqual({
      ok: true,
      lines: ['terms  {"Spark":{"en":"Spark","id":"Kilat"},"Gold plan":{"en":"Gold plan","id":"Emas"}}'],
    })
    expect(await termsIn(database.kysely, 'id')).toEqual({ ...before, Spark: 'Kilat', 'Gold plan': 'Emas' })
    // A language that isn't named keeps its word.
    expect(await termsIn(database.kysely, 'ms')).toEqual({ ...inMalay, 'Gold plan': 'Gold plan' })
    expect(await set('terms', { Spark: { id: 'Kilat' } })).toMatchObject({ ok: false })
  })

  test('lists of choices keep the one that contracts ask for, with a choice', async () => {
    const education = { code: 'education', name: 'Education', children: [{ code: 'other', name: 'Other education' }] }
    const jobs = { code: 'jobs', name: 'Jobs', children: [] }
    for (const wrong of [[], [jobs], [{ ...education, children: [] }]])
      expect(await set('dictionary', wrong)).toEqual({
        ok: false,
        lines: [
          'dictionary must have a list education with at least one choice, without which nobody can sign a contract.',
          'Nothing was changed.',
        ],
      })
    expect(await isOffered(database.kysely, 'education', 'primary')).toBe(true)
    expect(await set('dictionary', [jobs, education])).toMatchObject({ ok: true })
    expect(await isOffered(database.kysely, 'education', 'primary')).toBe(false)
    expect(await isOffered(database.kysely, 'education', 'other')).toBe(true)
  })

  test("the operator's zone is one that there is, and may stand without quotes", async () => {
    const zone = () => zoneOfOperator(database.kysely)
    for (const wrong of ['Mars/One', 'BST', 'SystemV/AST4', '"+07:00"', '7', 'null'])
      expect([wrong, await run('setting', 'set', 'operator_zone', wrong, ...who)]).toEqual([
        wrong,
        { ok: false, lines: ['operator_zone must be a time zone such as Asia/Jakarta.', 'Nothing was changed.'] },
      ])
    expect(await zone()).toBe('Asia/Jakarta')
    for (const right of ['Asia/Kuala_Lumpur', 'UTC', '"Asia/Jakarta"']) {
      expect(await run('setting', 'set', 'operator_zone', right, ...who)).toMatchObject({ ok: true })
      expect(await zone()).toBe(right.replaceAll('"', ''))
    }
    expect(await run('setting', 'set', 'operator_zone', '{Asia', ...who)).toMatchObject({
      lines: expect.arrayContaining(['json must be JSON.']),
    })
  })
})
