import { lastScreenId } from '#protocol/visitor-page.ts'
import { queryClient } from '../../cache/cache.ts'
import { lastScreenStamp } from '../../cache/last-screen-stamp.ts'
import { featureFlags } from '../../entities/feature-flags.ts'
import { homePath } from '../../sitemap.ts'

/**
 * Whether the document came with the last screen of this route, from sw/last-screen.ts or, on a first visit, from the
 * server. Removes one of another route, which the server can't know, and one that is not of this member, language or
 * look, or any in review mode: another page has learned of that, and was ended before it could delete the screen.
 */
export function hasLastScreen(): boolean {
  const screen = document.getElementById(lastScreenId)
  const { stamp, route } = screen?.dataset ?? {}
  const opened = location.hash.slice(1)
  const isReviewMode = queryClient.getQueryData(featureFlags.queryKey)?.examine
  if (isReviewMode || stamp !== lastScreenStamp() || route !== (opened.length > 1 ? opened : homePath)) screen?.remove()
  return screen?.isConnected ?? false
}
