import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { areaOf, sitemap } from '../src/sitemap.ts'
import { landing } from './screens.ts'

/** How the compiler of messages writes a catalogue. */
const parsed = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/

const one = /^\0text:([\w-]+)\/(\w+)$/

/** The texts of the landing routes and of the tabs, and the texts of all other areas. */
const packs = ['landing', 'rest'] as const
const tabs = sitemap.filter((it) => it.tab !== undefined)
const atLanding = new Set(['ui', ...landing.map((it) => it.area), ...tabs.map(areaOf)])
const packOf = (area: string) => (atLanding.has(area) ? 'landing' : 'rest')

/**
 * Bundles the catalogues of the areas into two lazy chunks per language, because the install of a service worker costs
 * about a round trip per file. `virtual:text-packs` exports `packOf` (from an area to its pack) and `packs` (from a
 * language and pack to the import of a module with the messages of each area).
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
    // The list of catalogues is read once, so a new file needs a restart.
    configureServer(server) {
      server.watcher.on('all', (event, file) => {
        if (event !== 'change' && file.endsWith('.po')) void server.restart()
      })
    },
    // As a literal: the browser would keep a text that is parsed beside what it was parsed to.
    transform: {
      filter: { id: /[\\/]locales[\\/][^?]*\.po$/ },
      handler(code) {
        if (!parsed.test(code)) return this.error('catalogues are written in another way')
        return { code: code.replace(parsed, (_, text: string) => String(JSON.parse(text))), map: null }
      },
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
