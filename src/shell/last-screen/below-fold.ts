/**
 * Gives what lies wholly below the first screenful of `page` its size in the copy, and leaves its style and layout
 * until it is scrolled to: they would hold up the first frame. Call it while the copy has every element of the page.
 */
export function skipBelowFold(page: HTMLElement, copy: HTMLElement): void {
  for (const [at, part] of [...page.children].entries()) {
    const own = copy.children[at]
    if (!(part instanceof HTMLElement) || !(own instanceof HTMLElement)) continue
    const { top, width, height } = part.getBoundingClientRect()
    const style = getComputedStyle(part)
    // What sticks to an edge of the screen is seen wherever the page is scrolled to.
    if (width === 0 || height === 0 || style.position === 'sticky' || style.position === 'fixed') continue
    if (top + scrollY < innerHeight) {
      skipBelowFold(part, own)
      continue
    }
    // What is laid out within its parent's lines can't be left out.
    if (style.display.startsWith('inline')) continue
    const sum = (...names: string[]) => names.reduce((total, it) => total + parseFloat(style.getPropertyValue(it)), 0)
    const inside = {
      width: width - sum('padding-left', 'padding-right', 'border-left-width', 'border-right-width'),
      height: height - sum('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'),
    }
    own.style.contentVisibility = 'auto'
    own.style.containIntrinsicSize = `${inside.width}px ${inside.height}px`
    // Shadows, outlines, and rows that reach to the edges of the screen stick out.
    own.style.overflowClipMargin = '1rem'
  }
}
