import { queryOptions } from '@tanstack/react-query'
import { appVersion, pushChoice, settingMore, settingSingle } from '#protocol/settings.ts'
import { storedParts } from '../../cache/persistent/stored-answers.ts'
import { readOf } from '../../cache/read-of.ts'
import { deviceStorage } from './device-storage.ts'
import { hasOtherBuild } from './fetch-update.ts'

/** The newest version on the server, and its changes. */
export const newestVersion = readOf(appVersion, {})

/** Whether the server has another build than this device. It is asked each time and never stored. */
export const otherBuild = queryOptions({
  queryKey: ['another build on the server'],
  queryFn: hasOtherBuild,
  persister: undefined,
  gcTime: 0,
})

/** The member's pushes and quiet hours, as the server has them. */
export const chosenPushes = readOf(pushChoice, {})

/** Whether the operator collects usage counts. */
export const usageSetting = readOf(settingSingle, { key: 'countsUsage' })

/** Facts about the server, for the version screen. */
export const serverSettings = readOf(settingMore, { keys: 'operatorName,operatorZone' })

/** The data that is stored on this device. It is read again each time and never stored itself. */
export const kept = queryOptions({
  queryKey: ['kept on this device'],
  queryFn: storedParts,
  persister: undefined,
  gcTime: 0,
})

/** The browser's estimate of the storage, and whether it is persistent. */
export const storage = queryOptions({
  queryKey: ['storage of this device'],
  queryFn: deviceStorage,
  persister: undefined,
  gcTime: 0,
})
