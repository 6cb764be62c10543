import * as v from 'valibot'

/** A text of the operator's: in English, and in any other language that it was written in. */
export const LocalizedText = v.objectWithRest({ en: v.string() }, v.string())
