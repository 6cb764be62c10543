import { appVersion } from '#protocol/headers.ts'
import { firstCalls } from '../cache/first-calls.ts'
import { lazyReadOf } from '../cache/read-of.ts'

/** Which features the operator shows, and whether the app is in review mode (specification 4). */
export const featureFlags = lazyReadOf('sysconfig/getExamineStatus', async () => (await firstCalls()).examineStatus, {
  version: appVersion,
})
