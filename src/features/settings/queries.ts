import { queryOptions } from '@tanstack/react-query'
import { appVersion, pushChoice, settingMore, settingSingle } from '#protocol/settings.ts'
import { storedParts } from '../../cache/persistent/stored-answers.ts'
import { readOf } from '../../cache/read-of.ts'
import { deviceStorage } from './device-storage.ts'

/** The newest version that the server knows of, and what is new in it. */
export const newestVersion = readOf(appVersion, {})

/** What the member is told by push, and when not, by the server's word. */
export const chosenPushes = readOf(pushChoice, {})

/** Whether the operator takes counts of use. */
export const usageSetting = readOf(settingSingle, { key: 'countsUsage' })

/** What is told of the server itself. */
export const serverSettings = readOf(settingMore, { keys: 'operatorName,operatorZone' })

/** What is saved on this device; read afresh each time, never stored itself. */
export const kept = queryOptions({
  queryKey: ['kept on this device'],
  queryFn: storedParts,
  persister: undefined,
  gcTime: 0,
})

/** How much room the browser gives, and whether it promised to keep it. */
export const storage = queryOptions({
  queryKey: ['storage of this device'],
  queryFn: deviceStorage,
  persister: undefined,
  gcTime: 0,
})
