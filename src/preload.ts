import { remembersMember } from './shell/remembers-member.ts'
import { savedLocale } from './shell/saved-locale.ts'

/**
 * The page's first script, a small one of its own (build/standalone-scripts.ts). It preloads at once what the address,
 * the language and the member will need; otherwise each file would be requested by the one before it, after that one
 * has run. On a first visit every such step is a round trip; later it is the time to run the first file.
 */

/** Made by the build. File names are under `assets/`. */
declare const __PRELOAD__: {
  /** What every request is checked with. */
  calls: readonly string[]
  /** Per language: the text of the first frame, and that of the landing. */
  texts: Record<string, readonly [first: string, landing: string]>
  /** The files that draw a landing route, by its path. */
  landing: Record<string, readonly string[]>
  /** Home, which comes with the first file, and the files of what a member can do there. */
  home: { path: string; files: readonly string[] }
}

const { calls, texts, landing, home } = __PRELOAD__

// The server has drawn Home with its answers: nothing has to be asked for.
const { drawn } = document.documentElement.dataset
const isDrawn = drawn !== undefined && location.hash.length < 3

// A guess, and a small file for nothing where it is wrong; what is spoken is decided in locale.ts.
const [code = ''] = (savedLocale().language ?? navigator.language).split('-')
const [first, ofDoors] = texts[Object.keys(texts).find((it) => it.startsWith(code)) ?? ''] ?? []
const path = /^#?([^?]*)/.exec(isDrawn ? drawn : location.hash)?.[1] ?? ''
const files = landing[path]
// Only where all files are on this device: a download of what Home draws last would hold up what it draws first.
const isMemberAtHome = navigator.serviceWorker?.controller && ['', '/', home.path].includes(path) && remembersMember()

for (const file of [
  first,
  ...(isDrawn ? [] : calls),
  ...(files ? [...files, ofDoors] : []),
  ...(isMemberAtHome ? home.files : []),
])
  if (file) askFor(file)

function askFor(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `./assets/${file}`
  document.head.append(link)
}
