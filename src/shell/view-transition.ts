import type { router as appRouter } from './router.ts'

const name = 'picture'
const drawing = 'svg[data-art]'

/**
 * From a list to one of its entries the entry's picture grows into that of the page, and goes back to its place on
 * return: a view transition, where the browser knows them and somebody wants motion. Every other page enters by itself
 * (stage.tsx). The page behind can be used while it moves, and a transition that fails leaves nothing but the page.
 */
export function startViewTransitions(router: typeof appRouter): void {
  const plainly = router.startViewTransition
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let isShownBySystem = false
  window.addEventListener('popstate', (event) => {
    isShownBySystem = event.hasUAVisualTransition
  })

  router.startViewTransition = (commit) => {
    const [from, to] = [router.stores.resolvedLocation.get()?.href, router.latestLocation.href]
    // The system has shown the way back already, under the finger.
    const isMoving =
      !isShownBySystem && !still.matches && from !== undefined && from !== to && 'startViewTransition' in document
    isShownBySystem = false
    const left = isMoving ? pictureOf(router, to) : undefined
    if (!left || from === undefined) return plainly(commit)
    left.style.viewTransitionName = name
    let arrived: SVGElement | undefined
    const transition = document.startViewTransition(async () => {
      left.style.viewTransitionName = ''
      await commit()
      arrived = pictureOf(router, from)
      if (arrived) arrived.style.viewTransitionName = name
    })
    // Skipped for another navigation, a hidden page, a slow one: no matter.
    transition.ready.catch(() => {})
    transition.finished
      .catch(() => {})
      .finally(() => {
        if (arrived) arrived.style.viewTransitionName = ''
      })
    return transition.updateCallbackDone
  }
}

/** What stands on this page for the one at `href`: the picture in the link there, else this page's own. Undefined where none is in sight. */
function pictureOf(router: typeof appRouter, href: string): SVGElement | undefined {
  const link = document.querySelector(`main a[href="${CSS.escape(router.history.createHref(href))}"]`)
  const picture = link
    ? link.querySelector<SVGElement>(drawing)
    : document.querySelector<SVGElement>(`main ${drawing}[role="img"]`)
  const box = picture?.getBoundingClientRect()
  return picture && box && box.bottom > 0 && box.top < innerHeight ? picture : undefined
}
