import { expect, test, vi } from 'vitest'
import { member } from '#src/cache/cache.ts'
import { forgetLastPosition, lastPosition, saveLastPosition } from '#src/features/locations/last-position.ts'
import { declinePush, wasPushDeclined } from '#src/features/rewards/push-declined.ts'

const localStorage = await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const storage = syncStorageOf()
  storage.setItem('voltfolio-last-position', '{"latitude":1,"longitude":2,"accuracyM":3,"foundAt":4}')
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { localStorage: storage })
  return storage
})
const jakarta = { latitude: -6.2, longitude: 106.8, accuracyM: 20, foundAt: 1 }

test("each member sees their own last place, and neither another's nor that of whoever used the device before", () => {
  expect(lastPosition.getSnapshot()).toBeUndefined()
  expect(localStorage.getItem('voltfolio-last-position')).toBeNull()
  member.signIn('ayu')
  saveLastPosition(jakarta)
  member.signIn('budi')
  expect(lastPosition.getSnapshot()).toBeUndefined()
  forgetLastPosition()
  member.signIn('ayu')
  expect(lastPosition.getSnapshot()).toEqual(jakarta)
  member.signOut()
  expect(lastPosition.getSnapshot()).toBeUndefined()
})

test('notifications are offered to each member who uses the device', () => {
  member.signIn('ayu')
  declinePush()
  expect(wasPushDeclined()).toBe(true)
  member.signIn('budi')
  expect(wasPushDeclined()).toBe(false)
})
