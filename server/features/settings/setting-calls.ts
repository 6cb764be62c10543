import { dictTree, settingList, settingMore, settingSingle } from '#protocol/settings.ts'
import { dictionaryOf } from '../../db/dictionary.ts'
import { translatorFor } from '../../db/terms.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle } from '../../http/handler.ts'
import { publicSettings } from './public-settings.ts'

export const settingsPublic = handle(settingList, async ({ db }) => ({ items: await publicSettings(db) }))

export const settingPublic = handle(settingSingle, async ({ db }, { key }) => {
  const found = (await publicSettings(db)).find((it) => it.key === key)
  if (!found) throw new DomainError('not_found')
  return found
})

export const settingsNamed = handle(settingMore, async ({ db }, { keys }) => ({
  items: (await publicSettings(db)).filter((it) => keys.includes(it.key)),
}))

export const dictionary = handle(dictTree, async ({ db, language }, { code }) => {
  const translate = await translatorFor(db, language)
  const named = <T extends { name: string }>(it: T) => ({ ...it, name: translate(it.name) })
  const lists = (await dictionaryOf(db)).filter((it) => code === undefined || it.code === code)
  return { items: lists.map((it) => ({ ...named(it), children: it.children.map(named) })) }
})
