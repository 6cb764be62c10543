import * as v from 'valibot'
import { createDraft } from '../../../entities/draft.ts'

/** The draft of a new member's name. */
export const typedName = createDraft('new-user-name', v.pipe(v.string(), v.maxLength(40)))
