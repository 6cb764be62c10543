import * as v from 'valibot'
import { languages } from './languages.ts'
import { Slug, whole } from './primitives.ts'

/**
 * The texts that were shown beside a tick, `revision` counting those of one language. One that isn't the newest any
 * more is not agreed to (`text_changed`). Absent in commands of builds before it: those agree to the newest.
 */
export const AgreedTexts = v.optional(
  v.pipe(
    v.array(v.object({ articleId: Slug, language: v.picklist(languages), revision: whole(1, 1_000_000) })),
    v.maxLength(5),
  ),
)
export type AgreedTexts = v.InferOutput<typeof AgreedTexts>
