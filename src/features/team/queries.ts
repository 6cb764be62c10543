import { userInfo } from '#protocol/auth.ts'
import { readOf } from '../../store/read-of.ts'

export const profile = readOf(userInfo, {})
