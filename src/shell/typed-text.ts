const fields = ['hidden', 'checkbox', 'radio', 'range', 'button', 'submit'].map((it) => `:not([type="${it}"])`).join('')

/**
 * Whether a field of the page has a text in it, or a file was chosen: loading the page again would throw it away. What
 * the app has filled in counts too, because it can't be told from what the member has left as it was.
 */
export function hasTypedText(): boolean {
  const all = document.querySelectorAll<HTMLInputElement>(`input${fields}:not([aria-hidden]), textarea`)
  return [...all].some(({ value }) => value.trim() !== '')
}
