/** Pixels of one rem above which text counts as large: more than 150 % of the usual 16. */
const largeRem = 24

/**
 * Marks the page while its text is large, as the reader's browser or system sets it. Bars then scroll with the page,
 * and words are hyphenated (`large-text` in app.css). A media query can't tell: its rem is never the page's.
 */
export function followTextSize(): void {
  const line = document.createElement('div')
  line.ariaHidden = 'true'
  line.style.cssText = 'position:fixed;inline-size:1rem;visibility:hidden'
  document.body.append(line)
  new ResizeObserver(() => {
    document.documentElement.toggleAttribute('data-large-text', line.offsetWidth > largeRem)
  }).observe(line)
}
