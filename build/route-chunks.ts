import type { Plugin } from 'vite'
import { screens } from './screens.ts'

const lazyScreen = /import\((['"])[^'"]*\/(features\/[^'"]+-screen\.tsx)\?tsr-split=component\1\)/g

/** The id of the module that becomes the route chunk of an area. */
export const chunkId = (area: string) => `\0route:${area}`

/**
 * Gives every area one lazy file instead of one for each screen, because the install of a service worker costs about a
 * round trip per file. Grouping chunks alone is not enough: the bundler keeps a proxy file for each dynamic import
 * (rolldown #9729).
 */
export function routeChunks(): Plugin {
  const areaOf = new Map(screens.map((it) => [it.file, it.area]))
  return {
    name: 'voltfolio:route-chunks',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /-screen\.tsx$/, code: 'tsr-split=component' },
      handler(code) {
        return {
          code: code.replace(
            lazyScreen,
            (_, __, file: string) =>
              `import('route:${areaOf.get(file) ?? this.error(`${file} is not in the sitemap`)}').then((it) => it[${JSON.stringify(nameOf(file))}])`,
          ),
          map: null,
        }
      },
    },
    resolveId: { filter: { id: /^route:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0route:/ },
      handler: (id) =>
        screens
          .filter((it) => chunkId(it.area) === id)
          .map(({ file }) => `export * as '${nameOf(file)}' from '/src/${file}?tsr-split=component'`)
          .join('\n'),
    },
  }
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'-screen.tsx'.length)
