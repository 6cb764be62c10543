import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Small parts that are loaded after the first frame, by the file that has them: those that come at the same time or are
 * seldom needed. Each is the path of its module under `src/`, or the name of a package.
 */
const files: Record<string, readonly string[]> = {
  // Loaded right after the first frame.
  services: ['shell/services.ts', 'ui/failure.tsx', 'ui/stale-line.tsx', 'ui/pull-gesture.ts'],
  // Loaded after the first screen.
  later: [
    'features/home/opening-advertisement.tsx',
    'shell/stored-services.ts',
    'shell/notices.tsx',
    'shell/service-worker.ts',
    'shell/shared.ts',
    'workbox-window',
  ],
  // What can be done at Home and in the tab My.
  'home-parts': [
    'features/home/claim-action.tsx',
    'features/home/compare-choice.tsx',
    'features/home/first-steps-card.tsx',
    'features/home/hide-amounts.tsx',
    'features/home/opening-sheet.tsx',
    'features/home/operator-card.tsx',
    'features/home/points-goods.tsx',
  ],
  proof: ['altcha-lib', 'altcha-lib/algorithms/web/pbkdf2'],
  seldom: [
    'entities/article-sheet.tsx',
    'features/auth/passkeys/browser-passkeys.ts',
    'features/products/cancel-dialog.tsx',
    // Not in `later`, whose imports every start runs: it has what sheets and dialogs are made of.
    'shell/verification-dialog.tsx',
  ],
}

/** Modules that two files need; one of their own would be a few hundred bytes. */
const shared: Record<string, string> = {
  'features/settings/app-lock/lock-screen.tsx': 'lock-host',
  'features/settings/app-lock/unlock-form.tsx': 'lock-host',
  'shell/app-lock/lock-host.tsx': 'lock-host',
}

const fileOf = new Map(Object.entries(files).flatMap(([file, parts]) => parts.map((it) => [it, file] as const)))

/** The id of the module that becomes a file of parts. */
export const partId = (file: string) => `\0part:${file}`

/** The file that a module is put into; null for one that isn't a part, and for packages. */
export function partFileOf(id: string): string | null {
  const path = /[\\/]src[\\/]([^?]*)$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''
  return /^\0part:(.*)/.exec(id)?.[1] ?? shared[path] ?? fileOf.get(path) ?? null
}

const lazyPart = /import\((['"])([^'"]+)\1\)/g

/**
 * Puts small lazy modules into fewer files, because the install of a service worker costs about a round trip per file.
 * As with routes, grouping chunks is not enough (build/route-chunks.ts). Fails where nothing loads a part later.
 */
export function partChunks(): Plugin {
  let sources = ''
  const unseen = new Set(fileOf.keys())
  return {
    name: 'voltfolio:part-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved({ root }) {
      sources = join(root, 'src')
    },
    transform: {
      filter: { id: /[\\/]src[\\/][^?]*\.tsx?($|\?)/, code: 'import(' },
      handler(code, id) {
        const folder = dirname(id.split('?')[0]!)
        const changed = code.replaceAll(lazyPart, (whole, _, address: string) => {
          const part = address.startsWith('.')
            ? relative(sources, join(folder, address)).replaceAll('\\', '/')
            : address
          const file = fileOf.get(part)
          unseen.delete(part)
          return file === undefined ? whole : `import('part:${file}').then(it => it[${JSON.stringify(part)}])`
        })
        return changed === code ? null : { code: changed, map: null }
      },
    },
    resolveId: { filter: { id: /^part:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0part:/ },
      handler: (id) =>
        files[id.slice('\0part:'.length)]!.map(
          (it) => `export * as '${it}' from '${/\.tsx?$/.test(it) ? `/src/${it}` : it}'`,
        ).join('\n'),
    },
    buildEnd(failure) {
      if (!failure && unseen.size > 0) this.error(`nothing loads ${[...unseen].join()} later (build/part-chunks.ts)`)
    },
  }
}
