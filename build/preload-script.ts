import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { languages } from '../protocol/languages.ts'
import { homePath } from '../src/sitemap.ts'
import { chunkId } from './route-chunks.ts'
import { landing } from './screens.ts'

/**
 * Builds `src/preload.ts`, the page's first script, with the file names of this build, and puts it into the page's
 * head. It is not in the app's module graph, because it would then load after the files that it preloads.
 */
export function preloadScript(): Plugin {
  let root = ''
  let script = ''
  return {
    name: 'voltfolio:preload-script',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      // The script must be there before Vite writes the page.
      order: 'pre',
      async handler(_, bundle) {
        const source = await standalone(join(root, 'src/preload.ts'), JSON.stringify(filesOf(Object.values(bundle))))
        script = this.getFileName(this.emitFile({ type: 'asset', name: 'preload.js', source }))
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
        ],
      }),
    },
  }
}

/** The value of `__PRELOAD__` in src/preload.ts. */
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
  const calls = needed('/src/api/parsing.ts')
  const lazyAtHome = ['claim-action', 'hide-amounts'].flatMap((it) => needed(`/src/features/home/${it}.tsx`))

  return {
    calls,
    home: { path: homePath, files: [...new Set(lazyAtHome)].filter((it) => !calls.includes(it)) },
    landing: Object.fromEntries(
      landing.map((it) => [it.path, needed(chunkId(it.area)).filter((file) => !calls.includes(file))]),
    ),
    texts: Object.fromEntries(languages.map((it) => [it, [text(it, 'first'), text(it, 'landing')]])),
  }
}

async function standalone(entry: string, files: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __PRELOAD__: files },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'preload' } },
  })
  const [script] = built as Rolldown.RolldownOutput[]
  return script!.output[0].code
}
