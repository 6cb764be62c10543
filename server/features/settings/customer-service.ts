import * as v from 'valibot'
import { channelKinds, customerService, OpeningHours } from '#protocol/settings.ts'
import { Phone, TimeZone } from '#protocol/primitives.ts'
import { webAddress } from '#protocol/web-address.ts'
import { LocalizedText } from '../../db/localized-text.ts'
import { localized } from '../../db/localized.ts'
import { settingOf } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle } from '../../http/handler.ts'

const Channel = v.pipe(
  v.object({ kind: v.picklist(channelKinds), label: LocalizedText, address: v.string() }),
  v.check(({ kind, address }) => {
    if (kind === 'phone') return v.is(Phone, address)
    if (kind === 'email') return webAddress(`mailto:${address}`) !== null
    return webAddress(address)?.kind === 'page'
  }, 'must have a phone number with its country code, a mail address, or an https address'),
)

/** The setting `customer_service`: whom members reach, when and how. */
export const CustomerSetting = v.object({
  name: LocalizedText,
  note: v.nullable(LocalizedText),
  timeZone: TimeZone,
  hours: v.array(OpeningHours),
  channels: v.array(Channel),
})

/** Throws a DomainError where the operator has set nothing. */
export const customer = handle(customerService, async ({ db, language }) => {
  const set = await settingOf(db, 'customer_service', CustomerSetting)
  if (!set) throw new DomainError('not_found')
  return {
    name: localized(language, set.name),
    note: set.note && localized(language, set.note),
    timeZone: set.timeZone,
    hours: set.hours,
    channels: set.channels.map((it) => ({ ...it, label: localized(language, it.label) })),
  }
})
