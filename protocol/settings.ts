import * as v from 'valibot'
import { get, post } from './call.ts'
import { MemberProfile } from './auth.ts'
import { Look } from './look.ts'
import { pushCategories, switchable, type PushCategory } from './words.ts'
import { Currency, Empty, Id, Instant, Slug, TimeZone, text, whole } from './primitives.ts'

export const Country = v.object({
  id: Slug,
  name: v.string(),
  /** Language code of its default language. */ alias: Slug,
  dialCode: v.string(),
  currency: Currency,
  timeZone: v.string(),
})
export type Country = v.InferOutput<typeof Country>

export const countryList = get('nio/country/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(Country) }),
})

const flags = {
  /** Restricted mode: two tabs (specification 4). */
  examine: v.boolean(),
  showTimeDeposit: v.boolean(),
  /** Whether offers are shown, and can be bought, in restricted mode. Outside it they always are. */
  showGoods: v.picklist(['0', '1']),
}

/**
 * Features that the operator has switched off or on (specification 4, review mode). `switchedOff` lists what restricted
 * mode hides, and is empty outside it. `version` is the app's, for which the header stands where it is absent.
 */
export const examineStatus = get('sysconfig/getExamineStatus', {
  who: 'anyone',
  args: v.object({ version: v.optional(v.pipe(v.string(), v.maxLength(32))) }),
  answer: v.object({ ...flags, switchedOff: v.array(v.string()) }),
})

/** As members' apps say theirs. */
export const DottedVersion = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(\.\d{1,9}){0,4}$/, 'must be a dotted number, as 1.0.709'),
)

/**
 * The operator's side of it, as the setting `examine` keeps it. With `versions`, restricted mode is for apps from the
 * first to the last named version only.
 */
export const Switches = v.object({
  ...flags,
  switchedOff: v.array(v.picklist(switchable)),
  versions: v.optional(v.object({ from: v.optional(DottedVersion), until: v.optional(DottedVersion) })),
})
export type Switches = v.InferOutput<typeof Switches>

export const appVersion = get('common/appversion', {
  who: 'anyone',
  args: Empty,
  answer: v.object({
    version: v.string(),
    versionCode: whole(0, 1_000_000),
    oldestVersionCode: whole(0, 1_000_000),
    notes: v.array(v.string()),
  }),
})

/**
 * Words the operator owns (levels, categories, article names), in the caller's language, by key; with what is called
 * otherwise in the country, such as `idDocument`.
 */
export const optionAll = get('nio/option/all', {
  who: 'anyone',
  args: v.object({ countryId: Slug }),
  answer: v.object({ countryId: Slug, language: Slug, terms: v.record(v.string(), v.string()) }),
})

/** A time of day by the wall clock, `22:00`. */
const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, hh:mm'))

/** When somebody answers: on these days of the week (1 is Monday), by the wall clock of the operator's zone. */
export const OpeningHours = v.object({
  days: v.array(whole(1, 7)),
  from: TimeOfDay,
  until: TimeOfDay,
})
export type OpeningHours = v.InferOutput<typeof OpeningHours>

export const channelKinds = ['phone', 'email', 'chat', 'web'] as const

/** Who answers when a member needs a person. `address` is a phone number, a mail address or a page's. */
export const customerService = get('customer/getOne', {
  who: 'anyone',
  args: Empty,
  answer: v.object({
    name: v.string(),
    /** What members should know first; null for nothing. */
    note: v.nullable(v.string()),
    hours: v.array(OpeningHours),
    timeZone: TimeZone,
    channels: v.array(v.object({ kind: v.picklist(channelKinds), label: v.string(), address: v.string() })),
  }),
})

/** Ours: origins (`https://example.org`) whose pages the app shows itself; any other address is asked about first. */
export const webOrigins = get('web/origins', {
  specified: false,
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(v.string()) }),
})

/** A public setting of the operator. Secrets are no settings: nothing here is worth hiding. */
export const Setting = v.object({ key: Slug, value: v.union([v.string(), v.number(), v.boolean()]) })
export type Setting = v.InferOutput<typeof Setting>

const Settings = v.object({ items: v.array(Setting) })
const Keys = v.pipe(v.array(Slug), v.minLength(1), v.maxLength(50))

export const settingList = get('sysconfig/list', { who: 'anyone', args: Empty, answer: Settings })
export const settingSingle = get('mallSystem/getSystemConfSingle', {
  who: 'anyone',
  args: v.object({ key: Slug }),
  answer: Setting,
})
/** Those of the asked settings that exist; in a query string the keys stand between commas. */
export const settingMore = get('mallSystem/getSystemConfMore', {
  who: 'anyone',
  args: v.object({
    keys: v.union([
      Keys,
      v.pipe(
        v.string(),
        v.transform((it) => it.split(',')),
        Keys,
      ),
    ]),
  }),
  answer: Settings,
})

const Term = { code: Slug, name: v.string() }

/** The operator's lists of choices (education, reasons, …), two levels deep; one list where `code` names it. */
export const dictTree = get('sysconfig/getDictTree', {
  who: 'anyone',
  args: v.object({ code: v.optional(Slug) }),
  answer: v.object({ items: v.array(v.object({ ...Term, children: v.array(v.object(Term)) })) }),
})

/** A page of the app and how often it was opened: `/pages/my/set*3`. */
const Use = v.pipe(v.string(), v.regex(/^\/[A-Za-z\d/-]{0,80}\*[1-9]\d{0,3}$/, 'must be a page and a number, /page*3'))
const Uses = v.pipe(v.array(Use), v.minLength(1), v.maxLength(100))

/**
 * Adds to the counts of how often pages were opened, from those who agreed to it: pages without what was open on them.
 * The server keeps sums by day and page only. In a query string the uses stand between commas. The specification writes
 * by GET here.
 */
export const recordAdd = get('common/record/add', {
  writes: true,
  offline: 'queue',
  lane: 'profile',
  args: v.object({
    uses: v.union([
      Uses,
      v.pipe(
        v.string(),
        v.transform((it) => it.split(',')),
        Uses,
      ),
    ]),
  }),
  answer: Empty,
})

/**
 * Edits the caller's profile; absent fields stay. `madeAt` orders edits of several devices field by field: one that was
 * made earlier and arrives later doesn't undo a newer one. The time zone is the one they registered with and no part of
 * it: what counts by the member's day (check-in, the daily limit of withdrawals) would begin anew with every other
 * zone.
 */
export const updateProfile = post('user/update/info', {
  offline: 'queue',
  lane: 'profile',
  args: v.object({
    madeAt: Instant,
    nickname: v.optional(v.nullable(text(40))),
    /** Of the caller's own picture, as `uploadAvatar` answered it; null deletes the picture. */
    avatarId: v.optional(v.nullable(Id)),
    country: v.optional(Slug),
    language: v.optional(Slug),
    look: v.optional(Look),
    /** Put away once, the list of first steps doesn't come back. */
    firstStepsDismissed: v.optional(v.literal(true)),
  }),
  answer: MemberProfile,
  invalidates: ['user/info', 'g/account/info'],
})

/** Edge of an avatar in pixels, on the device that makes it small and at the server that makes it anew. */
export const avatarPixels = 512

/**
 * Ours: the body, a JPEG, PNG or WebP, becomes the caller's avatar unless a later edit (`madeAt`) was heard of before;
 * the picture before it is deleted. Answers the profile that holds then, and the id that `updateProfile` takes.
 */
export const uploadAvatar = post('user/avatar/upload', {
  specified: false,
  offline: 'queue',
  lane: 'profile',
  mostBodyBytes: 512 * 1024,
  args: v.object({ madeAt: Instant }),
  answer: v.object({ avatarId: v.nullable(Id), userInfo: MemberProfile }),
  invalidates: ['user/info'],
})

/** In the member's zone; hours that end before they begin end the next morning. The times stay while they are off. */
const QuietHours = v.object({ isOn: v.boolean(), from: TimeOfDay, until: TimeOfDay })

const Categories = v.object(v.entriesFromList(pushCategories, v.boolean()))

/** Whether a category rings before the member chose: what is theirs does, news is asked for. */
export function ringsUnasked(category: PushCategory): boolean {
  return category !== 'news'
}

/** Ours: what the caller is told by push, and when not. What is not pushed is in the list of messages all the same. */
export const pushChoice = get('push/choice', {
  specified: false,
  args: Empty,
  answer: v.object({ categories: Categories, quiet: QuietHours, timeZone: TimeZone }),
})
export type PushChoice = v.InferOutput<typeof pushChoice.answer>

/**
 * Ours: changes it; absent categories and hours stay. `madeAt` orders the choices of several devices, as in
 * `updateProfile`.
 */
export const pushChoose = post('push/choose', {
  specified: false,
  offline: 'queue',
  lane: 'profile',
  args: v.object({
    madeAt: Instant,
    categories: v.optional(v.partial(Categories)),
    quiet: v.optional(
      v.pipe(
        QuietHours,
        v.check((it) => it.from !== it.until, 'must end at another time than they begin'),
      ),
    ),
  }),
  answer: pushChoice.answer,
  invalidates: ['push/choice'],
})
