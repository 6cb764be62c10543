import { savedLocale } from './shell/saved-locale.ts'

/**
 * The page's first script, a small one of its own (build/preload-script.ts). On a first visit it preloads at once what
 * the address and the language will need; otherwise each file would be requested by the one before it, and every such
 * step is a round trip. Under a service worker all files are cached.
 */

/** Made by the build. File names are under `assets/`. */
declare const __PRELOAD__: {
  /** What every request is checked with. */
  calls: readonly string[]
  /** Per language: the text of the first frame, and that of the landing. */
  texts: Record<string, readonly [first: string, landing: string]>
  /** The files that draw a landing route, by its path. Home comes with the first file. */
  landing: Record<string, readonly string[]>
}

const { calls, texts, landing } = __PRELOAD__

// The server has drawn Home with its answers: nothing has to be asked for.
const { drawn } = document.documentElement.dataset
const isDrawn = drawn !== undefined && location.hash.length < 3

if (!navigator.serviceWorker?.controller) {
  // A guess, and a small file for nothing where it is wrong; what is spoken is decided in locale.ts.
  const [code = ''] = (savedLocale().language ?? navigator.language).split('-')
  const [first, ofDoors] = texts[Object.keys(texts).find((it) => it.startsWith(code)) ?? ''] ?? []
  const files = landing[/^#?([^?]*)/.exec(isDrawn ? drawn : location.hash)?.[1] ?? '']
  for (const file of [...(isDrawn ? [] : calls), first, ...(files ? [...files, ofDoors] : [])]) if (file) askFor(file)
}

function askFor(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `./assets/${file}`
  document.head.append(link)
}
