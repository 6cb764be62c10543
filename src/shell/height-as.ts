/**
 * A ref that keeps a custom property of the shell at the height of what it is put on, whatever the language and the
 * size of the letters make of it: what lies beside it asks for the property instead of guessing.
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
