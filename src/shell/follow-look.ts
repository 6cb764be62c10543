import { saveLook } from '../ui/look.ts'
import { followProfile } from './follow-profile.ts'

/** Applies colours that the member chose on another device. */
export function followLook(): void {
  followProfile({ name: 'voltfolio-look-followed', choiceOf: ({ look }) => look, apply: saveLook })
}
