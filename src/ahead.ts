import { keptLocale } from './shell/kept-locale.ts'

/**
 * The page's first script, a small one of its own (build/ahead.ts). Without a worker, as on a first visit, it asks for
 * what the address and the language will need at once; otherwise each file would be asked for by the one before it, and
 * every such step is a round trip. A worker has everything aboard.
 */

/** Made by the build. File names are under `assets/`. */
declare const __AHEAD__: {
  /** What every request is checked with. */
  calls: readonly string[]
  /** Per language: the text of the first frame, and that of the doors. */
  texts: Record<string, readonly [first: string, doors: string]>
  /** The files of the room that draws a path. Home comes with the first file. */
  doors: Record<string, readonly string[]>
}

const { calls, texts, doors } = __AHEAD__

if (!navigator.serviceWorker?.controller) {
  // A guess, and a small file for nothing where it is wrong; what is spoken is decided in locale.ts.
  const [code = ''] = (keptLocale().language ?? navigator.language).split('-')
  const [first, ofDoors] = texts[Object.keys(texts).find((it) => it.startsWith(code)) ?? ''] ?? []
  const files = doors[/^#([^?]*)/.exec(location.hash)?.[1] ?? '']
  for (const file of [...calls, first, ...(files ? [...files, ofDoors] : [])]) if (file) askFor(file)
}

function askFor(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `./assets/${file}`
  document.head.append(link)
}
