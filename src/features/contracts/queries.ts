import { contractInfo } from '#protocol/contracts.ts'
import { readOf } from '../../cache/read-of.ts'

/** How the member's contract stands: the button, the terms, what was signed last. */
export const contractState = readOf(contractInfo, {})
