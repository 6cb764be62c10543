import { appVersion as version, appVersionCode, oldestVersionCode } from '#protocol/headers.ts'
import { appVersion, countryList, examineStatus, optionAll } from '#protocol/settings.ts'
import { countryTermsIn, termsIn } from '../../db/terms.ts'
import { handle, type Handler } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { customer } from './customer-service.ts'
import { pushServerKey, pushSettings, pushSettingsChange, pushSubscription, pushSubscriptionEnd } from './push-calls.ts'
import { releaseNotes } from './release-notes.ts'
import { dictionary, settingPublic, settingsNamed, settingsPublic } from './setting-calls.ts'
import { switchesFor } from './switches.ts'
import { usageRecord } from './usage.ts'
import { shownOrigins } from './web-origins.ts'

const countries = handle(countryList, async ({ db, language }) => {
  const rows = await db
    .selectFrom('country')
    .select(['id', 'name', 'alias', 'dialCode', 'currency', 'timeZone'])
    .orderBy('position')
    .execute()
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return { items: rows.map((it) => ({ ...it, name: names.of(it.id.toUpperCase()) ?? it.name })) }
})

const options = handle(optionAll, async ({ db, language }, { countryId }) => {
  const country = await db.selectFrom('country').select('id').where('id', '=', countryId).executeTakeFirst()
  if (!country) throw new DomainError('not_found')
  const terms = { ...(await termsIn(db, language)), ...(await countryTermsIn(db, countryId, language)) }
  return { countryId, language, terms }
})

const examine = handle(examineStatus, (context, { version }) => switchesFor(context.db, version ?? context.version))

const appVersions = handle(appVersion, async ({ db, language }) => ({
  version,
  versionCode: appVersionCode,
  oldestVersionCode,
  notes: await releaseNotes(db, language),
}))

export const settingsCalls: readonly Handler[] = [
  countries,
  options,
  examine,
  appVersions,
  settingsPublic,
  settingPublic,
  settingsNamed,
  dictionary,
  usageRecord,
  pushServerKey,
  pushSubscription,
  pushSubscriptionEnd,
  pushSettings,
  pushSettingsChange,
  customer,
  shownOrigins,
]
