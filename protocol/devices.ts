import * as v from 'valibot'
import { get, post } from './call.ts'
import { Empty, Id, Instant } from './primitives.ts'

/** One browser or installed app in which the member is signed in. */
export const SignedInDevice = v.object({
  /** Of its newest session. */
  id: Id,
  /** The browser with the first number of its version, `Firefox 146`; null where it was never told. */
  browser: v.nullable(v.string()),
  /** Its system, `Android`. */
  platform: v.nullable(v.string()),
  signedInAt: Instant,
  /** When it last renewed its session: at most a quarter of an hour before it last made a call. */
  seenAt: Instant,
  isThis: v.boolean(),
})
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>

/** Ours: where the member is signed in, this device first, then by when they were last seen. The newest hundred. */
export const deviceList = get('auth/devices', {
  specified: false,
  args: Empty,
  answer: v.object({ items: v.array(SignedInDevice) }),
})

/** Ours: ends every session of one device, by an id of `deviceList`, at once, and its pushes. */
export const deviceSignOut = post('auth/devices/signOut', {
  specified: false,
  args: v.object({ id: Id }),
  answer: Empty,
  invalidates: ['auth/devices'],
})

/** Ours: ends every session but this one, at once, and the pushes of all other devices. */
export const otherDevicesSignOut = post('auth/devices/signOutOthers', {
  specified: false,
  args: Empty,
  answer: Empty,
  invalidates: ['auth/devices'],
})
