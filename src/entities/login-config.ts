import { firstCalls } from '../cache/first-calls.ts'
import { lazyReadOf } from '../cache/read-of.ts'

/** What the sign-in screens must know before anyone is signed in, the links to agreements and policies among it. */
export const loginConfig = lazyReadOf('sysconfig/getLoginConfig', async () => (await firstCalls()).getLoginConfig, {})
