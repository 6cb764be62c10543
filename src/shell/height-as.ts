/**
 * A ref that keeps a custom property equal to its element's height, which changes with language and text size. Other
 * elements of the shell use the property instead of a fixed height. With `page`, so can popups, which are outside the
 * shell.
 */
export function heightAs(property: `--${string}`, where: 'shell' | 'page' = 'shell') {
  return (element: HTMLElement | null) => {
    if (element === null) return
    const owner = where === 'page' ? document.documentElement : element.closest<HTMLElement>('[data-shell]')
    const watch = new ResizeObserver(() => {
      owner?.style.setProperty(property, `${element.offsetHeight}px`)
      uncoverFocus(element)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      owner?.style.removeProperty(property)
    }
  }
}

/** A bar that appears or grows may cover the control that has the focus: the page scrolls until it is seen again. */
function uncoverFocus(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!focused?.matches(':focus-visible') || bar.contains(focused)) return
  const [control, cover] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
  if (control.bottom > cover.top && control.top < cover.bottom) focused.scrollIntoView({ block: 'nearest' })
}
