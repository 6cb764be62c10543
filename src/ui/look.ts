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
 * What a person chose: a name of a base colour, or `own` for one of their own mixing; and light, dark or the device's
 * way.
 */
export interface Look {
  base: string
  theme: Theme
}

const name = 'voltfolio-look'

/**
 * Before the first frame, so that nothing changes colour under the eye. Where nothing was chosen, the tokens' own look
 * is right.
 */
export function restoreLook(): void {
  const kept = savedLook()
  if (kept) applyLook(kept, kept.theme)
}

/** What was chosen on this device, with what the colour's name comes to; undefined where nothing was. */
export function savedLook(): (Look & Base) | undefined {
  try {
    const it: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (typeof it !== 'object' || it === null || !('base' in it && 'theme' in it && 'hue' in it && 'vivid' in it))
      return undefined
    const { base, theme, hue, vivid } = it
    if (typeof base !== 'string' || typeof hue !== 'number' || typeof vivid !== 'number') return undefined
    return { base, theme: theme === 'light' || theme === 'dark' ? theme : 'system', hue, vivid }
  } catch {
    // Refused storage or a text that isn't JSON: the look nobody chose.
    return undefined
  }
}

/** Applies a look to the page and saves it for the next start. */
export function saveLook(look: Look & Base): void {
  applyLook(look, look.theme)
  try {
    localStorage.setItem(name, JSON.stringify(look))
  } catch {
    // Holds until the page closes.
  }
}

/** Puts a base colour and a theme on the page. `system` follows the device. */
function applyLook(base: Base, theme: Theme): void {
  const root = document.documentElement
  root.style.setProperty('--hue', String(base.hue))
  root.style.setProperty('--vivid', String(base.vivid))
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  // The system's bar above the app: index.html has a colour for light and one for dark.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-bar]')) {
    const { bar } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${bar})` : bar === theme ? 'all' : 'not all'
  }
}
