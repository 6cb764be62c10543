import { firstCalls } from '../cache/first-calls.ts'
import { lazyReadOf } from '../cache/read-of.ts'

/**
 * The settings that the sign-in screens need before anyone is signed in, including the links to agreements and
 * policies.
 */
export const loginConfig = lazyReadOf('sysconfig/getLoginConfig', async () => (await firstCalls()).getLoginConfig, {})
