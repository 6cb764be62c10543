import * as v from 'valibot'
import { InviteCode } from '#protocol/auth.ts'
import { DottedVersion, Switches } from '#protocol/settings.ts'
import { compareVersions } from '#protocol/versions.ts'
import { switchable } from '#protocol/words.ts'
import { isZone } from '../../clock.ts'
import { SettableDictionary } from '../../db/dictionary.ts'
import type { Db } from '../../db/open.ts'
import { lockSetting, setSetting, settable, settingOf } from '../../db/settings.ts'
import { CountryTerms, Terms } from '../../db/terms.ts'
import { standard as withdrawal } from '../../db/withdrawal-setting.ts'
import { CodeBudget, standard as codeBudget } from '../../features/auth/code-budget.ts'
import { PenaltySetting } from '../../features/cards/annual-fees.ts'
import { ContractSetting } from '../../features/contracts/terms.ts'
import { ReleaseNotes } from '../../features/settings/release-notes.ts'
import { PublicSettings } from '../../features/settings/public-settings.ts'
import { CustomerSetting } from '../../features/settings/customer-service.ts'
import { WebOriginsSetting } from '../../features/settings/web-origins.ts'
import { RechargeSetting, standard as recharge } from '../../features/wallet/top-up/awaiting.ts'
import { standard as topUpReview, TopUpReview } from '../../features/wallet/top-up/held.ts'
import { standard as withdrawalReview, WithdrawalReview } from '../../features/wallet/withdrawal/four-eyes.ts'
import { WithdrawalSetting } from '../../features/wallet/withdrawal/withdrawal-terms.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command, CommandContext, Outcome } from './command.ts'
import { action, reading, UsageError } from './command.ts'
import { Switch } from './arguments.ts'

const nothingOff: Switches = { examine: false, showTimeDeposit: false, showGoods: '0', switchedOff: [] }
const Names = v.pipe(
  v.string(),
  v.transform((it) =>
    it
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
  v.array(v.picklist(switchable, `must be some of ${switchable.join(', ')}`)),
)

const zoneNeeded = 'must be a time zone such as Asia/Jakarta'

/** What holds where the operator has set nothing else: who changes a part has to type the rest again. */
const standards: Record<string, unknown> = {
  code_budget: codeBudget,
  counts_usage: true,
  recharge,
  top_up_review: topUpReview,
  withdrawal,
  withdrawal_review: withdrawalReview,
}

const list = reading('setting list', {
  needs: ['administrator', 'treasury', 'catalogue', 'support', 'auditor'],
  says: 'Every setting but the secrets, and what holds where one was never set',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('setting')
      .selectAll()
      .where('name', 'not like', 'secret:%')
      .where('name', 'not like', '%vapid%')
      .orderBy('name')
      .execute()
    const set = new Set(rows.map((it) => it.name))
    const unset = Object.entries(standards).filter(([name]) => !set.has(name))
    return [
      ...rows.map(({ name, value }) => `${name}  ${JSON.stringify(value)}`),
      ...unset.map(([name, value]) => `${name}  ${JSON.stringify(value)}  (never set)`),
    ]
  },
})

/** What may be set as JSON, each with its schema: a mistake is found here and not by a member's call. */
export const shapes: Record<string, v.GenericSchema> = {
  withdrawal: WithdrawalSetting,
  recharge: RechargeSetting,
  top_up_review: TopUpReview,
  withdrawal_review: WithdrawalReview,
  contract_terms: ContractSetting,
  card_penalty: PenaltySetting,
  quantity_discount: v.nullable(v.object({ from: settable(2, 1_000_000), bp: settable(0, 5000) })),
  house_invite_code: InviteCode,
  operator_zone: v.pipe(v.string(zoneNeeded), v.check(isZone, zoneNeeded)),
  release_notes: ReleaseNotes,
  dictionary: SettableDictionary,
  terms: Terms,
  country_terms: CountryTerms,
  public: PublicSettings,
  counts_usage: v.boolean(),
  customer_service: CustomerSetting,
  web_origins: WebOriginsSetting,
  code_budget: CodeBudget,
}

/** A word, such as the name of a zone, may stand without the quotes of JSON. */
const Json = v.pipe(
  v.string(),
  v.transform((it) => (/^(?!(?:true|false|null)$)[a-z][\w/+-]*$/i.test(it) ? JSON.stringify(it) : it)),
  v.parseJson(undefined, 'must be JSON'),
)

const set = action('setting set', {
  needs: ['administrator'],
  says: `Sets ${Object.keys(shapes).join(', ')} to what JSON says; amounts in it are minor units, a word needs no quotes, and terms, countries and languages that are left out stay as they are`,
  positional: ['name', 'json'],
  args: { name: v.picklist(Object.keys(shapes)), json: Json },
  run: async ({ db }, { name, json }) => {
    const read = v.safeParse(shapes[name] ?? v.never(), json, { abortEarly: true })
    if (!read.success)
      throw new DomainError('bad_request', {
        field: v.getDotPath(read.issues[0]) ?? name,
        problem: read.issues[0].message,
      })
    await lockSetting(db, name)
    await setSetting(db, name, await withOthers(db, name, read.output))
    return [`${name}  ${JSON.stringify(read.output)}`]
  },
})

/** What every version brings along, of terms and of countries, is too much to be typed again for the sake of one. */
async function withOthers(db: Db, name: string, changed: unknown): Promise<unknown> {
  if (name === 'terms') return merged((await settingOf(db, name, Terms)) ?? {}, v.parse(Terms, changed))
  if (name !== 'country_terms') return changed
  const known = (await settingOf(db, name, CountryTerms)) ?? {}
  const own = Object.entries(v.parse(CountryTerms, changed))
  return {
    ...known,
    ...Object.fromEntries(own.map(([country, terms]) => [country, merged(known[country] ?? {}, terms)])),
  }
}

function merged(known: v.InferOutput<typeof Terms>, changed: v.InferOutput<typeof Terms>): v.InferOutput<typeof Terms> {
  const own = Object.entries(changed).map(([name, words]) => [name, { ...known[name], ...words }] as const)
  return { ...known, ...Object.fromEntries(own) }
}

const restricted = action('switch restricted', {
  needs: ['administrator'],
  says: 'Restricted mode, on or off; --off names, between commas, what is switched off besides the mall, the news and, until switch goods on, buying; --from and --until limit it to versions',
  positional: ['state'],
  args: {
    state: Switch,
    off: v.optional(Names),
    from: v.optional(DottedVersion),
    until: v.optional(DottedVersion),
  },
  run: (context, { state, off, from, until }) => {
    if (from !== undefined && until !== undefined && compareVersions(from, until) > 0)
      throw new UsageError('No version is from --from until --until: the switch would have no effect.')
    return change(context, (it) => ({
      ...it,
      examine: state,
      switchedOff: state ? (off ?? it.switchedOff) : (off ?? []),
      // Said anew each time: limits that were forgotten would leave the switch without effect.
      versions: state && (from ?? until) !== undefined ? { from, until } : undefined,
    }))
  },
})

const deposit = action('switch time-deposit', {
  needs: ['administrator'],
  says: 'Shows or hides time deposits',
  positional: ['state'],
  args: { state: Switch },
  run: (context, { state }) => change(context, (it) => ({ ...it, showTimeDeposit: state })),
})

const goods = action('switch goods', {
  needs: ['administrator'],
  says: "The specification's show-goods flag",
  positional: ['state'],
  args: { state: Switch },
  run: (context, { state }) => change(context, (it) => ({ ...it, showGoods: state ? '1' : '0' })),
})

async function change({ db }: CommandContext, by: (before: Switches) => Switches): Promise<Outcome> {
  await lockSetting(db, 'examine')
  const after = by((await settingOf(db, 'examine', Switches)) ?? nothingOff)
  await setSetting(db, 'examine', after)
  return [`examine  ${JSON.stringify(after)}`]
}

export const settingCommands: readonly Command[] = [list, set, restricted, deposit, goods]
