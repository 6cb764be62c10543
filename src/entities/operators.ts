import { operatorList } from '#protocol/home.ts'
import { readOf } from '../cache/read-of.ts'

/** The operators of the machines; the first one keeps the books. */
export const operators = readOf(operatorList, {})
