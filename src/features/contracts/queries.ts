import { contractInfo } from '#protocol/contracts.ts'
import { readOf } from '../../store/read-of.ts'

/** How the member's contract stands: the button, the terms, what was signed last. */
export const standing = readOf(contractInfo, {})
