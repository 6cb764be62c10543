import { describe, expect, test } from 'vitest'
import * as cards from '#protocol/card-rules.ts'
import * as validators from '#src/lib/validators.ts'

type Judge = (text: string) => boolean

const cases: Record<string, [Judge, string[], string[]]> = {
  email: [
    validators.isEmail,
    ['a@b.co', 'first.last+tag@sub.example.com', '用户@例子.公司'],
    ['', 'a@b', '@b.co', 'a b@c.de', 'a@-b.co', 'a@b..co', 'a@b.co\n'],
  ],
  'mainland mobile': [
    validators.isMainlandMobile,
    ['13812345678', '19912345678'],
    ['12812345678', '1381234567', '138123456789', '+8613812345678', ''],
  ],
  landline: [
    validators.isLandline,
    ['010-12345678', '0755-1234567', '02112345678', '010-12345678-12'],
    ['12345678', '010-01234567', '0-1234567'],
  ],
  URL: [
    validators.isUrl,
    ['https://example.com', 'http://127.0.0.1:8080/x?y#z'],
    ['example.com', 'javascript:alert(1)', 'https://', 'https://a b.c', 'ftp://example.com'],
  ],
  date: [
    validators.isDate,
    ['2026-11-20', '2024-02-29', '2026/1/5', '0004-02-29'],
    ['2026-02-29', '2026-13-01', '2026-11/20', '20261120', '2026-04-31', ''],
  ],
  number: [validators.isNumber, ['0', '-1.5', '+2', '.5', '007'], ['', '1.', '1e3', 'Infinity', '1,5', ' 1']],
  digits: [validators.isDigits, ['0', '0123'], ['', '1.2', '-1', '١٢']],
  amount: [validators.isAmount, ['0', '0.01', '12', '12.5', '12.50'], ['', '-1', '01', '1.234', '1.', '.5', '1,5']],
  letters: [validators.isLetters, ['a', 'AbC'], ['', 'a1', 'ä', 'a b']],
  alphanumeric: [validators.isAlphanumeric, ['a1', '1'], ['', 'a-1', 'é']],
  JSON: [validators.isJson, ['{}', '[1]', '{"a":null}'], ['', '1', 'null', '{a:1}']],
  'six-digit code': [(it) => validators.isCode(it), ['123456'], ['12345', '1234567', '12345a']],
  'four-digit code': [(it) => validators.isCode(it, 4), ['1234'], ['123456']],
  CVV: [(it) => cards.isCvv(it), ['123', '1234'], ['12', '12345', '12a']],
  'card expiry': [
    cards.isCardExpiry,
    ['01/31', '02/30', '12/45', '12/00'],
    ['13/30', '00/30', '1/31', '01-31', '12/2030'],
  ],
  'ID card': [
    validators.isIdCard,
    ['11010519491231002X', '11010519491231002x', '110105491231002'],
    ['110105194912310021', '110105194913310020', '010105194912310020', ''],
  ],
  'car plate': [
    validators.isCarPlate,
    ['京A12345', '粤B1234学', '沪AD12345', '沪A12345D'],
    ['A12345', '京I12345', '京A1234', '京A123456', ''],
  ],
  'range 1 to 10': [(it) => validators.isInRange(it, 1, 10), ['1', '10', '5.5'], ['0.99', '10.01', 'x', '']],
  'length 2 to 3': [(it) => validators.hasLength(it, 2, 3), ['ab', 'abc', '🛵🛵'], ['a', 'abcd', '']],
}

describe.each(Object.entries(cases))('%s', (_, [judge, right, wrong]) => {
  test.each(right)('takes %j', (text) => expect(judge(text)).toBe(true))
  test.each(wrong)('refuses %j', (text) => expect(judge(text)).toBe(false))
})
