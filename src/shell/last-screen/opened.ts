import { lastScreenStamp } from '../../cache/last-screen-stamp.ts'

/** The element that sw/last-screen.ts puts before `#root`. */
export const lastScreenId = 'last-screen'

/**
 * Whether the document came with the last screen of this route. Removes one that is not of this member, language or
 * look: another page has changed them since, and was ended before it could delete the screen.
 */
export function hasLastScreen(): boolean {
  const screen = document.getElementById(lastScreenId)
  if (screen?.dataset['stamp'] !== lastScreenStamp()) screen?.remove()
  return screen?.isConnected ?? false
}
