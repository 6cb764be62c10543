import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { landing } from './screens.ts'

const one = /^\0text:([\w-]+)\/(\w+)$/

/** The text of what the landing show, and of all other areas. */
const packs = ['landing', 'rest'] as const
const atLanding = new Set(['ui', ...landing.map((it) => it.area)])
const packOf = (area: string) => (atLanding.has(area) ? 'landing' : 'rest')

/**
 * Makes the catalogues of the areas two lazy files per language, as a service worker's install costs about a round trip
 * per file: with one for each area and language it took twice as long on a slow line. `virtual:text-packs` has `packOf`,
 * the pack of an area, and `packs`, how to fetch one, by language and pack: a module with the messages of each area.
 */
export function textPacks(): Plugin {
  let folder = ''
  let isBuild = true
  const catalogues = (language: string) =>
    readdirSync(join(folder, language))
      .map((it) => it.replace('.po', ''))
      .filter((it) => it !== 'first')
  return {
    name: 'voltfolio:text-packs',
    configResolved({ root, command }) {
      folder = join(root, 'locales')
      isBuild = command === 'build'
    },
    // Which catalogues there are is looked up once.
    configureServer(server) {
      server.watcher.on('all', (event, file) => {
        if (event !== 'change' && file.endsWith('.po')) void server.restart()
      })
    },
    resolveId: { filter: { id: /^(virtual:text-packs$|text:)/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0(virtual:text-packs$|text:)/ },
      handler(id) {
        const [, language, pack] = one.exec(id) ?? []
        if (language !== undefined)
          return catalogues(language)
            .filter((it) => packOf(it) === pack)
            .map((it) => `export { messages as ${it} } from '/locales/${language}/${it}.po'`)
            .join('\n')
        const languages = readdirSync(folder).filter((it) => !isBuild || it !== 'pseudo')
        return `
          export const packOf = ${JSON.stringify(Object.fromEntries(catalogues('en').map((it) => [it, packOf(it)])))}
          export const packs = {${languages.map((it) => `'${it}': {${packs.map((name) => `${name}: () => import('text:${it}/${name}')`).join()}}`).join()}}
        `
      },
    },
  }
}
