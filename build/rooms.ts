import type { Plugin } from 'vite'

const lazyScreen = /import\((['"])([^'"]*\/features\/([a-z]+)\/([^'"/]+)-screen\.tsx\?tsr-split=component)\1\)/g
const room = '\0room:'

/**
 * Makes every area one lazy file instead of one per screen: a service worker's install costs about a round trip per
 * file. Grouping chunks alone does not do it, as the bundler keeps a proxy file for each dynamic import (rolldown #9729).
 */
export function rooms(screens: readonly string[]): Plugin {
  return {
    name: 'voltfolio:rooms',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /-screen\.tsx$/, code: 'tsr-split=component' },
      handler(code) {
        return { code: code.replace(lazyScreen, (_, __, ___, area: string, name: string) => `import('room:${area}').then((it) => it[${JSON.stringify(name)}])`), map: null }
      },
    },
    resolveId: { filter: { id: /^room:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0room:/ },
      handler(id) {
        const folder = `features/${id.slice(room.length)}/`
        return screens.filter((file) => file.startsWith(folder))
          .map((file) => `export * as '${file.slice(folder.length, -'-screen.tsx'.length)}' from '/src/${file}?tsr-split=component'`)
          .join('\n')
      },
    },
  }
}
