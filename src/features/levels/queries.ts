import { levelList } from '#protocol/levels.ts'
import { readOf } from '../../cache/read-of.ts'

/** Every level and what it gives; 2 is the specification's type of member levels. */
export const levels = readOf(levelList, { type: 2 })
