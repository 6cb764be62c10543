import * as v from 'valibot'
import { Slug } from '#protocol/primitives.ts'
import type { Db } from './open.ts'
import { settingOf } from './settings.ts'

const Entry = { code: Slug, name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)) }

/** The operator's lists of choices, named in English and translated by the setting `terms`. */
export const Dictionary = v.array(v.object({ ...Entry, children: v.array(v.object(Entry)) }))
export type Dictionary = v.InferOutput<typeof Dictionary>

/** What the operator may set. Who signs a contract chooses an education of the list: without it nobody could. */
export const SettableDictionary = v.pipe(
  Dictionary,
  v.check(
    (lists) => lists.some(({ code, children }) => code === 'education' && children.length > 0),
    'must have a list education with at least one choice, without which nobody can sign a contract',
  ),
)

/** Every list of choices; empty where the operator has none. */
export async function dictionaryOf(db: Db): Promise<Dictionary> {
  return (await settingOf(db, 'dictionary', Dictionary)) ?? []
}

/** Whether a list offers a choice. */
export async function isOffered(db: Db, list: string, code: string): Promise<boolean> {
  const found = (await dictionaryOf(db)).find((it) => it.code === list)
  return found?.children.some((it) => it.code === code) ?? false
}
