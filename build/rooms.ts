import type { Plugin } from 'vite'
import { screens } from './screens.ts'

const lazyScreen = /import\((['"])[^'"]*\/(features\/[a-z]+\/[^'"/]+-screen\.tsx)\?tsr-split=component\1\)/g

/** The module that a room is for the bundler. */
export const roomId = (room: string) => `\0room:${room}`

/**
 * Makes every area one lazy file, or two, instead of one per screen: a service worker's install costs about a round trip
 * per file. Grouping chunks alone does not do it, as the bundler keeps a proxy file for each dynamic import (rolldown #9729).
 */
export function rooms(): Plugin {
  const roomOf = new Map(screens.map((it) => [it.file, it.room]))
  return {
    name: 'voltfolio:rooms',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /-screen\.tsx$/, code: 'tsr-split=component' },
      handler(code) {
        return {
          code: code.replace(
            lazyScreen,
            (_, __, file: string) =>
              `import('room:${roomOf.get(file) ?? this.error(`${file} is not in the sitemap`)}').then((it) => it[${JSON.stringify(nameOf(file))}])`,
          ),
          map: null,
        }
      },
    },
    resolveId: { filter: { id: /^room:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0room:/ },
      handler: (id) =>
        screens
          .filter((it) => roomId(it.room) === id)
          .map(({ file }) => `export * as '${nameOf(file)}' from '/src/${file}?tsr-split=component'`)
          .join('\n'),
    },
  }
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'-screen.tsx'.length)
