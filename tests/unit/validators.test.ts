import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as cards from '#protocol/card-rules.ts'
import * as mainland from '#protocol/mainland.ts'
import { DeviceInstant } from '#protocol/feed.ts'
import { MobilePhone, Phone } from '#protocol/primitives.ts'
import { ContractSecret } from '#protocol/contracts.ts'
import { TransactionPassword, VerificationCode } from '#protocol/auth.ts'

type Judge = (text: string) => boolean

const is =
  (schema: v.GenericSchema): Judge =>
  (text) =>
    v.is(schema, text)

const cases: Record<string, [Judge, string[], string[]]> = {
  'mainland mobile': [
    mainland.isMainlandMobile,
    ['13812345678', '19912345678'],
    ['12812345678', '1381234567', '138123456789', '+8613812345678', ''],
  ],
  'mainland landline': [
    mainland.isMainlandLandline,
    ['1062345678', '2162345678', '7552345678', '75523456789'],
    ['01062345678', '62345678', '10', '1012345678', ''],
  ],
  'phone number': [
    is(Phone),
    ['+6281200000001', '+8613812345678', '+861062345678', '+12025550123'],
    ['+8612812345678', '+86138', '6281200000001', '+0812345678', ''],
  ],
  'number that takes a code': [is(MobilePhone), ['+6281200000001', '+8613812345678'], ['+861062345678', '+62']],
  'ID card': [
    mainland.isIdCard,
    ['11010519491231002X', '11010519491231002x'],
    ['110105194912310021', '110105194913310020', '010105194912310020', '110105491231002', ''],
  ],
  'ID number of a contract': [
    is(ContractSecret.entries.idNumber),
    ['3174096112900001', 'A 123-456', '11010519491231002X'],
    ['110105194912310021', '1234', 'ID#12345'],
  ],
  'verification code': [is(VerificationCode), ['123456'], ['12345', '1234567', '12345a', '']],
  'transaction password': [is(TransactionPassword), ['000000'], ['12345', '1234567', 'abcdef']],
  CVV: [(it) => cards.isCvv(it), ['123', '1234'], ['12', '12345', '12a']],
  'card expiry': [
    cards.isCardExpiry,
    ['01/31', '02/30', '12/45', '12/00'],
    ['13/30', '00/30', '1/31', '01-31', '12/2030'],
  ],
}

describe.each(Object.entries(cases))('%s', (_, [judge, right, wrong]) => {
  test.each(right)('takes %j', (text) => expect(judge(text)).toBe(true))
  test.each(wrong)('refuses %j', (text) => expect(judge(text)).toBe(false))
})

test("a device's ten digits are seconds, and other instants are ours", () => {
  for (const given of [1795154400, '1795154400', '2026-11-20T06:00:00.000Z'])
    expect(v.parse(DeviceInstant, given)).toBe('2026-11-20T06:00:00.000Z')
  for (const given of [179515440, '17951544000', 1795154400000, '2026-11-20', 'soon', -1795154400, 1.5])
    expect(v.is(DeviceInstant, given), String(given)).toBe(false)
})
