import type { router as appRouter } from './router.ts'
import { onPageChange, transitionOf } from './router-internals.ts'

const transitionName = 'picture'
const drawing = 'svg[data-art]'

/**
 * From a list to one of its entries the entry's picture grows into that of the page, and goes back to its place on
 * return: a view transition, where the browser has them and nobody asked for less motion. Every other page enters by
 * itself (page-transition.tsx). The page behind stays usable meanwhile; a transition that fails leaves just the page.
 */
export function startViewTransitions(router: typeof appRouter): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let isShownBySystem = false
  window.addEventListener('popstate', (event) => {
    isShownBySystem = event.hasUAVisualTransition
  })

  onPageChange(router, (commit, plainly) => {
    const { from, to } = transitionOf(router)
    // The system has shown the way back already, under the finger.
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
    // Rejected where it was skipped for another navigation, a hidden page or a slow one.
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
 * The picture that stands here for the page at `href`: in the link to it, else this page's own. Undefined where none is
 * in sight.
 */
function pictureOf(router: typeof appRouter, href: string): SVGElement | undefined {
  const link = document.querySelector(`main a[href="${CSS.escape(router.history.createHref(href))}"]`)
  const picture = link
    ? link.querySelector<SVGElement>(drawing)
    : document.querySelector<SVGElement>(`main ${drawing}[role="img"]`)
  const box = picture?.getBoundingClientRect()
  return picture && box && box.bottom > 0 && box.top < innerHeight ? picture : undefined
}
