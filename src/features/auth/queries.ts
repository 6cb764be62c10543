import { deviceList } from '#protocol/devices.ts'
import { passkeyList } from '#protocol/passkeys.ts'
import { readOf } from '../../cache/read-of.ts'

/** Where the member is signed in. */
export const signedInDevices = readOf(deviceList, {})

/** The member's passkeys. */
export const passkeys = readOf(passkeyList, {})
