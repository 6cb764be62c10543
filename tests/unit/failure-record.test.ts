import { describe, expect, test } from 'vitest'
import { merged, recordOf, recordsIn, redact, textOf, withRecord, type FailureRecord } from '#src/lib/failure-record.ts'

describe('a text that is kept of a failure', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g'
  test.each([
    ['a token', `sent ${token} to it`, 'sent … to it'],
    ['an authorization header', 'Authorization: Bearer abc.def', 'Authorization: …'],
    ['a bearer', 'refused Bearer short', 'refused Bearer …'],
    ['a password', '{"password":"hunter2","a":1}', '{"password":…,"a":1}'],
    ['a code after its name', 'verificationCode=1234 is wrong', 'verificationCode=… is wrong'],
    ['a telephone number', 'no such phone +6281397000001', 'no such phone +#'],
    ['a card number in groups', 'card 4111 1111 1111 1111 refused', 'card # refused'],
    ['a code of six digits', 'code 123456 is wrong', 'code # is wrong'],
    ['a query string', 'GET https://app.example/wx/a?phone=1&x=2 failed', 'GET https://app.example/wx/a?… failed'],
    ['the query string of a route', "no route '/#/pages/auth/login?invite=ABC'", "no route '/#/pages/auth/login?…'"],
    ['an id', 'voltfolio-0b0e7f9a-5d0c-4e3a-9f62-2f3a7f9f1b11 is gone', '… is gone'],
  ])('has %s taken out', (_, text, left) => {
    expect(redact(text)).toBe(left)
  })

  test.each([
    "Cannot read properties of undefined (reading 'amount')",
    'at commitPassiveMountEffectsOnFiber (https://app.example/assets/first-CB06W7.js:1:123456)',
    'HTTP 503 after 2.5 s, attempt 12',
  ])('stays readable: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('is cut where it is very long', () => {
    expect(redact('word '.repeat(10_000))).toHaveLength(300)
  })
})

describe('a record', () => {
  test('says when, where, what and in which build, with the first lines of the stack', () => {
    const error = new TypeError('x of 123456', { cause: new Error('because of 654321') })
    error.stack = 'TypeError: x of 123456\n    at one\n    at two\n    at three\n    at four\n    at five'
    expect(recordOf(error, 'draft: save', 7, 'b1')).toEqual({
      at: 7,
      where: 'draft: save',
      name: 'TypeError',
      message: 'x of # (Error: because of #)',
      stack: ['at one', 'at two', 'at three', 'at four'],
      buildId: 'b1',
      count: 1,
    })
  })

  test.each([
    [undefined, 'undefined'],
    ['a text', 'a text'],
    [{ a: 1 }, '[object Object]'],
    [null, 'null'],
  ])('is made of anything that is thrown: %s', (thrown, message) => {
    expect(recordOf(thrown, 'page', 1, 'b')).toMatchObject({ message, stack: [] })
  })
})

const record = (message: string, at = 0, count = 1): FailureRecord => ({
  at,
  where: 'page',
  name: 'Error',
  message,
  stack: [],
  buildId: 'b',
  count,
})

describe('the list', () => {
  test('keeps the last 50, newest first', () => {
    let list: FailureRecord[] = []
    for (let at = 0; at < 60; at++) list = withRecord(list, record(`m${at}`, at))
    expect(list).toHaveLength(50)
    expect([list[0]?.at, list.at(-1)?.at]).toEqual([59, 10])
  })

  test('counts what comes again instead of filling itself with it', () => {
    let list = withRecord([], record('other'))
    for (let at = 1; at <= 1000; at++) list = withRecord(list, record('same', at))
    expect(list.map(({ message, count, at }) => [message, count, at])).toEqual([
      ['same', 1000, 1000],
      ['other', 1, 0],
    ])
  })

  test('of this page and of the store become one', () => {
    expect(merged([record('b', 3), record('a', 1)], [record('b', 2, 2), record('c', 9)])).toEqual([
      record('c', 9),
      record('b', 2, 2),
      record('a', 1),
    ])
  })

  test('is read from whatever is stored', () => {
    expect(recordsIn(undefined)).toEqual([])
    expect(recordsIn([record('a'), null, 7, { at: 1 }, { ...record('b'), stack: 'x' }])).toEqual([record('a')])
  })

  test('is copied as text', () => {
    expect(textOf([{ ...record('a', 0, 3), stack: ['at one'] }])).toBe(
      '1970-01-01T00:00:00.000Z ×3 [b] page: Error: a\n  at one',
    )
  })
})
