import { deviceList } from '#protocol/devices.ts'
import { readOf } from '../../cache/read-of.ts'

/** Where the member is signed in. */
export const signedInDevices = readOf(deviceList, {})
