/**
 * A ref that keeps a custom property of the shell equal to the height of its element, which language and text size
 * change. Neighbours use the property instead of a fixed height.
 */
export function heightAs(property: `--${string}`) {
  return (element: HTMLElement | null) => {
    if (element === null) return
    const shell = element.closest<HTMLElement>('[data-shell]')
    const watch = new ResizeObserver(() => shell?.style.setProperty(property, `${element.offsetHeight}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      shell?.style.removeProperty(property)
    }
  }
}
