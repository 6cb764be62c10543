import { dictTree, settingList, settingMore, settingSingle } from '#protocol/settings.ts'
import { dictionaryOf } from '../../db/dictionary.ts'
import { translatorFor } from '../../db/terms.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, type Handler } from '../../http/handler.ts'
import { publicSettings } from './public-settings.ts'

const list = handle(settingList, async ({ db }) => ({ items: await publicSettings(db) }))

const single = handle(settingSingle, async ({ db }, { key }) => {
  const found = (await publicSettings(db)).find((it) => it.key === key)
  if (!found) throw new DomainError('not_found')
  return found
})

const more = handle(settingMore, async ({ db }, { keys }) => ({
  items: (await publicSettings(db)).filter((it) => keys.includes(it.key)),
}))

const choices = handle(dictTree, async ({ db, language }, { code }) => {
  const translate = await translatorFor(db, language)
  const named = <T extends { name: string }>(it: T) => ({ ...it, name: translate(it.name) })
  const lists = (await dictionaryOf(db)).filter((it) => code === undefined || it.code === code)
  return { items: lists.map((it) => ({ ...named(it), children: it.children.map(named) })) }
})

export const settingCalls: readonly Handler[] = [list, single, more, choices]
