import { contractInfo } from '#protocol/contracts.ts'
import { readOf } from '../../cache/read-of.ts'

/** The member's contract: the button's state, the terms, and what was signed last. */
export const contractState = readOf(contractInfo, {})
