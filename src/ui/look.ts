/**
 * A base colour: the hue in degrees of the OKLCH circle, and how vivid, 0 (grey) to 1. Every other colour follows from
 * it (tokens.css).
 */
export interface Base {
  hue: number
  vivid: number
}

export type Theme = 'system' | 'light' | 'dark'

/**
 * What a person chose: the name of a base colour, or `own` for a colour of their own; and light, dark or the device's
 * theme.
 */
export interface Look {
  base: string
  theme: Theme
}

/** The entry of localStorage that holds it, for the `storage` event that tells of other tabs. */
export const lookName = 'voltfolio-look'

/**
 * Call this before the first frame, so that colours don't change visibly. Without a choice the defaults of the tokens
 * hold.
 */
export function restoreLook(): void {
  const kept = savedLook()
  if (kept) applyLook(kept, kept.theme)
}

/** The choice on this device, with the hue and vividness of its colour; undefined where there is none. */
export function savedLook(): (Look & Base) | undefined {
  try {
    const it: unknown = JSON.parse(localStorage.getItem(lookName) ?? 'null')
    if (typeof it !== 'object' || it === null || !('base' in it && 'theme' in it && 'hue' in it && 'vivid' in it))
      return undefined
    const { base, theme, hue, vivid } = it
    if (typeof base !== 'string' || typeof hue !== 'number' || typeof vivid !== 'number') return undefined
    return { base, theme: theme === 'light' || theme === 'dark' ? theme : 'system', hue, vivid }
  } catch {
    // Storage is blocked, or the text isn't JSON: the default look.
    return undefined
  }
}

/** Sets the base colour and the theme of the page. `system` follows the device. */
export function applyLook(base: Base, theme: Theme): void {
  const root = document.documentElement
  root.style.setProperty('--hue', String(base.hue))
  root.style.setProperty('--vivid', String(base.vivid))
  applyTheme(theme)
}

let isHeldDark = false

/** Shows the whole page dark, whatever the look. Returns how to end that. */
export function holdDark(): () => void {
  const show = (isHeld: boolean) => {
    isHeldDark = isHeld
    applyTheme(savedLook()?.theme ?? 'system')
  }
  show(true)
  return () => show(false)
}

// On the root only: the build resolves `light-dark()` where the colours are declared.
function applyTheme(chosen: Theme): void {
  const root = document.documentElement
  const theme = isHeldDark ? 'dark' : chosen
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  // The colour of the browser's bar: index.html has one meta element for light and one for dark.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-bar]')) {
    const { bar } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${bar})` : bar === theme ? 'all' : 'not all'
  }
}
