import { idPattern, machineKinds } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

/** `range` are the days, as `entities/day-span.ts` parses them; `id` is the product that is shown. */
export const statisticsSearch = search({ range: text(22), kind: oneOf(machineKinds), id: matching(idPattern) })
export type StatisticsSearch = ReturnType<typeof statisticsSearch>
