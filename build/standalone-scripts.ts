import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { languages } from '../protocol/languages.ts'
import { homePath } from '../src/sitemap.ts'
import { chunkId } from './route-chunks.ts'
import { landing, tabAreas } from './screens.ts'

/**
 * Builds the scripts that run before the app's program, outside its module graph. `src/preload.ts` gets the file names
 * of this build and is put into the page's head; it would otherwise load after the files that it preloads.
 * `follow-links.ts` is only built: the worker puts it into a document with a last screen (sw/last-screen.ts).
 */
export function standaloneScripts(): Plugin {
  let root = ''
  let script = ''
  let tabs: readonly string[] = []
  return {
    name: 'voltfolio:standalone-scripts',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      // The script must be there before Vite writes the page.
      order: 'pre',
      async handler(_, bundle) {
        const emit = async (name: string, entry: string, define: Record<string, string> = {}) => {
          const source = await standalone(join(root, entry), define)
          return this.getFileName(this.emitFile({ type: 'asset', name: `${name}.js`, source }))
        }
        const { tabFiles, ...files } = filesOf(Object.values(bundle))
        tabs = tabFiles
        script = await emit('preload', 'src/preload.ts', { __PRELOAD__: JSON.stringify(files) })
        await emit('follow-links', 'src/shell/last-screen/follow-links.ts')
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        // The styles alone paint the logo, so they are fetched before the scripts.
        html: html.replace('<script defer', '<script defer fetchpriority="low"'),
        tags: [
          {
            tag: 'script',
            attrs: { async: true, fetchpriority: 'high', src: `./${script}` },
            injectTo: 'head-prepend',
          },
          // For shell/load-tabs.ts.
          { tag: 'meta', attrs: { name: 'tab-files', content: tabs.join(' ') }, injectTo: 'head' },
        ],
      }),
    },
  }
}

/** The value of `__PRELOAD__` in src/preload.ts, and the files that draw the tabs. */
function filesOf(bundle: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = bundle.filter((it) => it.type === 'chunk')
  const closure = (start: readonly string[]): string[] => {
    const files = new Set(start)
    // The loop also visits the files that are added to the set meanwhile.
    for (const file of files)
      for (const needed of chunks.find((it) => it.fileName === file)?.imports ?? []) files.add(needed)
    return [...files]
  }
  const fileOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!found) throw new Error(`no file of this build has ${module}, which should be preloaded`)
    return found.fileName
  }
  const first = new Set(closure(chunks.filter((it) => it.isEntry).map((it) => it.fileName)))
  const named = (files: readonly string[]) => files.map((it) => it.replace('assets/', ''))
  const needed = (module: string) => named(closure([fileOf(module)]).filter((it) => !first.has(it)))
  const text = (language: string, part: string) =>
    named([fileOf(part === 'first' ? `/locales/${language}/first.po` : `text:${language}/${part}`)])[0]
  const calls = needed('/src/api/requesting.ts')
  const lazyAtHome = ['claim-action', 'hide-amounts'].flatMap((it) => needed(`/src/features/home/${it}.tsx`))

  return {
    tabFiles: [...new Set([...tabAreas].flatMap((it) => needed(chunkId(it))))],
    calls,
    home: { path: homePath, files: [...new Set(lazyAtHome)].filter((it) => !calls.includes(it)) },
    landing: Object.fromEntries(
      landing.map((it) => [it.path, needed(chunkId(it.area)).filter((file) => !calls.includes(file))]),
    ),
    texts: Object.fromEntries(languages.map((it) => [it, [text(it, 'first'), text(it, 'landing')]])),
  }
}

async function standalone(entry: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'standalone' } },
  })
  const [script] = built as Rolldown.RolldownOutput[]
  return script!.output[0].code
}
