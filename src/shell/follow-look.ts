import { lookName, restoreLook } from '../ui/look.ts'
import { saveLook } from '../ui/save-look.ts'
import { followProfile } from './follow-profile.ts'

/** Applies colours that the member chose on another device, or in another tab. */
export function followLook(): void {
  followProfile({ name: 'voltfolio-look-followed', choiceOf: ({ look }) => look, apply: (look) => saveLook(look) })
  addEventListener('storage', ({ key }) => {
    if (key === lookName) restoreLook()
  })
}
