import * as v from 'valibot'
import { createDraft } from '../../../entities/draft.ts'

/** The name a new member has typed and not yet finished with. */
export const typedName = createDraft('new-user-name', v.pipe(v.string(), v.maxLength(40)))
