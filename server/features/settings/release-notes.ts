import * as v from 'valibot'
import type { Db } from '../../db/open.ts'
import { LocalizedText } from '../../db/localized-text.ts'
import { localized } from '../../db/localized.ts'
import { settingOf } from '../../db/settings.ts'

/** The setting `release_notes`, a line each. One without languages is the same in all of them. */
export const ReleaseNotes = v.array(v.union([v.string(), LocalizedText]))

export async function releaseNotes(db: Db, language: string): Promise<string[]> {
  const notes = (await settingOf(db, 'release_notes', ReleaseNotes)) ?? []
  return notes.map((it) => (typeof it === 'string' ? it : localized(language, it)))
}
