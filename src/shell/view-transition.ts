import { openPage } from '../ui/open-page.ts'
import type { router as appRouter } from './router.ts'
import { onPageChange, transitionOf } from './router-internals.ts'

const transitionName = 'picture'
const drawing = 'svg[data-art]'

/**
 * From a list to an entry, the entry's picture grows into the page's picture, and shrinks back on return. This is a
 * view transition, where the browser has them and the reader hasn't asked for reduced motion. Every other page has its
 * CSS animation (page-transition.tsx). The old page stays usable meanwhile; a transition that fails leaves just the new
 * page.
 */
export function startViewTransitions(router: typeof appRouter): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let isShownBySystem = false
  window.addEventListener('popstate', (event) => {
    isShownBySystem = event.hasUAVisualTransition
  })

  onPageChange(router, (commit, plainly) => {
    const { from, to } = transitionOf(router)
    // The browser has already animated the swipe back.
    const isMoving =
      !isShownBySystem &&
      !reducedMotion.matches &&
      from !== undefined &&
      from !== to &&
      'startViewTransition' in document
    isShownBySystem = false
    const left = isMoving ? pictureOf(router, to) : undefined
    if (!left || from === undefined) return plainly(commit)
    left.style.viewTransitionName = transitionName
    let arrived: SVGElement | undefined
    const transition = document.startViewTransition(async () => {
      left.style.viewTransitionName = ''
      await commit()
      arrived = pictureOf(router, from)
      if (arrived) arrived.style.viewTransitionName = transitionName
    })
    // `ready` rejects where the transition was skipped: another navigation, a hidden page or a slow one.
    transition.ready.catch(() => {})
    transition.finished
      .catch(() => {})
      .finally(() => {
        if (arrived) arrived.style.viewTransitionName = ''
      })
    return transition.updateCallbackDone
  })
}

/**
 * The picture on this page that stands for the page at `href`: the one in the link to that page, else this page's own.
 * Undefined where it isn't visible.
 */
function pictureOf(router: typeof appRouter, href: string): SVGElement | undefined {
  const link = document.querySelector(`${openPage} a[href="${CSS.escape(router.history.createHref(href))}"]`)
  const picture = link
    ? link.querySelector<SVGElement>(drawing)
    : document.querySelector<SVGElement>(`${openPage} ${drawing}[role="img"]`)
  const box = picture?.getBoundingClientRect()
  return picture && box && box.bottom > 0 && box.top < innerHeight ? picture : undefined
}
