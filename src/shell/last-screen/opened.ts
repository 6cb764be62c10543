import { lastScreenId } from '#protocol/visitor-page.ts'
import { lastScreenStamp } from '../../cache/last-screen-stamp.ts'
import { homePath } from '../../sitemap.ts'

/**
 * Whether the document came with the last screen of this route, from sw/last-screen.ts or, on a first visit, from the
 * server. Removes one that is of another route, which the server can't know, or not of this member, language or look:
 * another page has changed them since, and was ended before it could delete the screen.
 */
export function hasLastScreen(): boolean {
  const screen = document.getElementById(lastScreenId)
  const { stamp, route } = screen?.dataset ?? {}
  const opened = location.hash.slice(1)
  if (stamp !== lastScreenStamp() || route !== (opened.length > 1 ? opened : homePath)) screen?.remove()
  return screen?.isConnected ?? false
}
