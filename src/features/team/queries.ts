import { userInfo } from '#protocol/auth.ts'
import { readOf } from '../../cache/read-of.ts'

export const profile = readOf(userInfo, {})
