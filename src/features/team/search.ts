import { oneOf, search, yesOrNo, type Search } from '../../lib/search.ts'

const parts = { relation: oneOf(['direct', 'indirect']), valid: yesOrNo }

/** Which part of the team is shown. */
export const teamSearch = search(parts)
export type TeamSearch = Search<typeof parts>
