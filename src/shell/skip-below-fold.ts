/** A part of a page, and its size without padding and border, in CSS pixels. */
interface Below {
  part: HTMLElement
  width: number
  height: number
}

/**
 * Gives what lies wholly below the first screenful of `page` its size in `copy`, and leaves out its style and layout
 * until it is scrolled to, or nearly so: they would hold up the first frame. Call it while the copy has every element
 * of the page.
 */
export function skipBelowFold(page: HTMLElement, copy: HTMLElement): void {
  // Nothing is written before all is measured: each measurement would lay the page out again.
  for (const { part, width, height } of partsBelow(page, copy)) {
    part.style.contentVisibility = 'auto'
    // Chromium lays out at once what is near: this leaves that out of the first frame too (src/ui/app.css).
    part.style.animation = 'not-yet 0s 0.5s backwards'
    part.style.containIntrinsicSize = `${width}px ${height}px`
    // Shadows, outlines, and rows that reach to the edges of the screen stick out.
    part.style.overflowClipMargin = '1rem'
  }
}

function partsBelow(page: HTMLElement, copy: HTMLElement): Below[] {
  return [...page.children].flatMap((part, at) => {
    const own = copy.children[at]
    if (!(part instanceof HTMLElement) || !(own instanceof HTMLElement)) return []
    const { top, width, height } = part.getBoundingClientRect()
    const style = getComputedStyle(part)
    // What sticks to an edge of the screen is seen wherever the page is scrolled to.
    if (width === 0 || height === 0 || style.position === 'sticky' || style.position === 'fixed') return []
    if (top + scrollY < innerHeight) return partsBelow(part, own)
    // What is laid out within its parent's lines can't be left out.
    if (style.display.startsWith('inline')) return []
    const sum = (...names: string[]) => names.reduce((total, it) => total + parseFloat(style.getPropertyValue(it)), 0)
    return {
      part: own,
      width: width - sum('padding-left', 'padding-right', 'border-left-width', 'border-right-width'),
      height: height - sum('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'),
    }
  })
}
