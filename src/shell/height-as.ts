/**
 * A ref that keeps a custom property equal to the height of its element, which language and text size change.
 * Neighbours use the property instead of a fixed height: those in the shell, or with `page` also popups, which lie
 * outside of it.
 */
export function heightAs(property: `--${string}`, where: 'shell' | 'page' = 'shell') {
  return (element: HTMLElement | null) => {
    if (element === null) return
    const owner = where === 'page' ? document.documentElement : element.closest<HTMLElement>('[data-shell]')
    const watch = new ResizeObserver(() => owner?.style.setProperty(property, `${element.offsetHeight}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      owner?.style.removeProperty(property)
    }
  }
}
