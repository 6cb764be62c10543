import { openPage } from '../ui/open-page.ts'

/**
 * The slash key moves the focus to the page's search field. It works only while the focus is on the page itself and in
 * no field: a key without Ctrl or Alt must not act on somebody who dictates or types (WCAG 2.1.4).
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
    const search = document.querySelector<HTMLInputElement>(`${openPage} input[type="search"]`)
    if (!search) return
    event.preventDefault()
    search.focus()
  })
}
