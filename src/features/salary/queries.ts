import { contractBills } from '#protocol/contracts.ts'
import { infiniteReadOf } from '../../cache/read-of.ts'

/** Every week, bonus and correction, newest first; the sums stand in the first page. */
export const pay = infiniteReadOf(contractBills, {})
