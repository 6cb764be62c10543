import * as v from 'valibot'
import { isMainlandLandline, isMainlandMobile } from './mainland.ts'
import { dateRanges, idPattern, machineKinds, slugPattern } from './words.ts'

/**
 * UUID, lower case. Members' things have ids that can't be guessed; an owner check stands behind every one all the
 * same.
 */
export const Id = v.pipe(v.string(), v.regex(idPattern, 'must be a UUID'))

/** A short readable name of something the operator owns (a category, a setting): `e-bikes`. */
export const Slug = v.pipe(v.string(), v.regex(slugPattern, 'must be a short name of letters, digits, - and _'))

/** Minor units, always an integer: 1050 is 10.50. Its currency stands in the field `currency` beside it. */
export const Money = v.pipe(v.number(), v.safeInteger('must be whole minor units'))

/** Money without a sign: minor units, never below zero. */
export const Amount = v.pipe(Money, v.minValue(0, 'must not be negative'))

/** ISO 4217 code of the account an amount belongs to. */
export const Currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code'))

/**
 * Parsers quietly read 31 February as 3 March, databases know no year 0, and the day after 9999 has no name: what is
 * written must be what is meant.
 */
const inCalendar = /* @__PURE__ */ v.check((it: string) => {
  const ms = Date.parse(it)
  return it >= '1900' && it < '9999' && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(it.slice(0, 10))
}, 'must be a day of the calendar')

/** What members own units of. */
export const MachineKind = v.picklist(machineKinds)

/** An instant in UTC with milliseconds, as ECMAScript writes it: `2026-11-20T05:46:00.000Z`. Sorts as text. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp('must be an instant in UTC'),
  v.regex(/Z$/, 'must be an instant in UTC'),
  inCalendar,
)

/** A calendar day, `2026-11-20`, in the zone the field names. */
export const Day = v.pipe(v.string(), v.isoDate('must be a day, yyyy-mm-dd'), inCalendar)

/** IANA zone name, `Asia/Jakarta`. An unknown one falls back to UTC at the server. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z0-9_+\-/]+$/, 'must be a time zone name'))

const E164 = v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number with its country code'))
const mainland = '+86'

/** A phone number in E.164, `+6281200000001`; one of mainland China is a mobile or a landline of there. */
export const Phone = v.pipe(
  E164,
  /* @__PURE__ */ v.check((it) => {
    const national = it.slice(mainland.length)
    return !it.startsWith(mainland) || isMainlandMobile(national) || isMainlandLandline(national)
  }, 'must be a phone number of its country'),
)

/** A phone number that takes a code by SMS; one of mainland China is a mobile. */
export const MobilePhone = v.pipe(
  E164,
  /* @__PURE__ */ v.check(
    (it) => !it.startsWith(mainland) || isMainlandMobile(it.slice(mainland.length)),
    'must be a mobile number of its country',
  ),
)

/** Text a person typed: trimmed, never empty, at most `max` characters. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(max))
}

const digits = /* @__PURE__ */ v.pipe(
  v.string(),
  v.regex(/^-?\d{1,16}$/, 'must be a whole number'),
  v.transform(Number),
)
/** The part that all of these have in common: there are more than a hundred. */
const Whole = /* @__PURE__ */ v.pipe(v.union([v.number(), digits]), v.safeInteger('must be a whole number'))

/** A whole number that may arrive in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function whole(min: number, max: number) {
  return v.pipe(Whole, v.minValue(min), v.maxValue(max))
}

declare const later: unique symbol
/** A name of a newer server's that this build doesn't know. It is kept as it came, and drawn plainly. */
export type LaterName = string & { readonly [later]: true }

/**
 * One of the names, or of those that a newer server may have added: an entry of a list says what it is, and one of an
 * unknown kind must not take the list with it. A newer build reads what was stored meanwhile by its own names.
 */
/* @__NO_SIDE_EFFECTS__ */
export function orLater<const T extends string>(names: readonly T[]) {
  return v.union([
    v.picklist(names),
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.maxLength(60),
      v.transform((it) => it as LaterName),
    ),
  ])
}

declare const laterNumber: unique symbol
export type LaterNumber = number & { readonly [laterNumber]: true }

/** The same for numbers that the specification uses as names (a status, a type). */
/* @__NO_SIDE_EFFECTS__ */
export function orLaterNumber<const T extends number>(numbers: readonly T[]) {
  return v.union([
    v.picklist(numbers),
    v.pipe(
      whole(-1000, 1000),
      v.transform((it) => it as LaterNumber),
    ),
  ])
}

/** A yes or no that may arrive in a query string. */
export const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((it) => it === 'true'),
  ),
])

/** Arguments of a list read by cursor: `after` is the `next` of the page before; absent on the first. */
export const PageArgs = {
  after: v.optional(v.pipe(v.string(), v.maxLength(200))),
  limit: v.optional(whole(1, 100), 20),
}

/** One page of a list. `next` is absent on the last. */
/* @__NO_SIDE_EFFECTS__ */
export function page<T extends v.GenericSchema>(item: T) {
  return v.object({ items: v.array(item), next: v.optional(v.string()) })
}

/** One of a few numbers the specification uses as names (a status, a type); may arrive in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends readonly number[]>(numbers: T) {
  return v.union([
    v.picklist(numbers),
    v.pipe(v.string(), v.regex(/^-?\d{1,9}$/, 'must be a whole number'), v.transform(Number), v.picklist(numbers)),
  ])
}

/** Spans the specification offers for filtering (section 9), in the member's days. */
export const DateRange = v.picklist(dateRanges)

const base64url = (max: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), v.maxLength(max))

/**
 * Secrets for the server alone: JSON under AES-256-GCM, its key wrapped by RSA-OAEP for the server's key `keyId`; all
 * base64url. Encrypt once per command: encrypting again makes another body, which the server rejects under the same
 * `Idempotency-Key`.
 */
export const Encrypted = v.object({
  keyId: Slug,
  wrappedKey: base64url(1024),
  iv: base64url(24),
  data: base64url(4096),
})

/* @__NO_SIDE_EFFECTS__ */
function degrees(max: number) {
  return v.pipe(
    v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.regex(/^-?\d{1,3}(\.\d{1,30})?(e-\d{1,3})?$/, 'must be decimal degrees'),
        v.transform(Number),
      ),
    ]),
    v.finite(),
    v.minValue(-max),
    v.maxValue(max),
  )
}

/** Decimal degrees, WGS 84; may arrive in a query string. */
export const Latitude = degrees(90)
/** Decimal degrees, WGS 84; may arrive in a query string. */
export const Longitude = degrees(180)

export const Empty = v.object({})
