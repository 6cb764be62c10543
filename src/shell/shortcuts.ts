/**
 * A slash leads to the search of the page that has one. Only while the focus is on the page itself and in no field: a
 * key without Ctrl or Alt must not do anything to somebody who speaks or types (WCAG 2.1.4).
 */
export function startShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (
      !(target instanceof HTMLElement) ||
      !target.closest('main') ||
      target.matches('input, select, textarea, [contenteditable]')
    )
      return
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
    if (!search) return
    event.preventDefault()
    search.focus()
  })
}
