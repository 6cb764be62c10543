import { partFileOf, partId } from './part-chunks.ts'
import { chunkId } from './route-chunks.ts'
import { landing, tabAreas } from './screens.ts'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

interface Group {
  name: string | ((id: string, graph: Graph) => string | null)
  test?: RegExp
  tags?: ['$initial']
  minShareCount?: number
  priority: number
}

/**
 * The schemas of the first requests, and the names of the text chunks. They have a chunk of their own, so that the
 * first requests don't wait for shared code.
 */
const calls =
  /virtual:text-packs$|[\\/](src[\\/]shell[\\/]texts\.ts|protocol[\\/](auth|call|first-calls|home|primitives|products|reads|settings|words)\.ts|src[\\/]api[\\/](checked|requesting|shared-request|transport|server-time|legacy-envelope)\.ts|node_modules[\\/]valibot[\\/])/

/**
 * Large libraries that few areas use, with our components that wrap them. Each has a chunk, so that other screens don't
 * load it.
 */
const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform)[\\/]/
const lists = /[\\/](node_modules[\\/]virtua[\\/]|src[\\/]ui[\\/]infinite-list\.tsx)/
const qr = /[\\/](node_modules[\\/]uqr[\\/]|src[\\/]ui[\\/]qr\.tsx)/
const sheets =
  /[\\/](node_modules[\\/]@(base-ui|floating-ui)[\\/]|src[\\/](ui[\\/](sheet|dialog|tabs|pin-field)|entities[\\/]transaction-password-sheet)\.tsx)/

/**
 * Our code that areas share, and the queries of infinite lists, which most areas use: a file of their own would be a
 * kilobyte. A group also takes the imports of its members, so `own` needs a higher priority than the libraries.
 */
const own =
  /[\\/](src[\\/](ui[\\/](?!(infinite-list|qr|sheet|dialog|tabs|pin-field)\.tsx)|entities[\\/](?!transaction-password-sheet)|(api|lib|outbox|cache)[\\/]|features[\\/]home[\\/](first-steps|queries)\.ts)|protocol[\\/])|[iI]nfiniteQuery(Observer)?\.js$/
const libraries = /[\\/]node_modules[\\/]/

/**
 * Assigns modules to chunks: the first chunk (boot and Home), code that landing routes share, and code that two or more
 * areas share. `routeChunks` makes the chunks of the areas, and `partChunks` those of what is loaded after the first
 * frame.
 */
export function groups(): Group[] {
  // Computed at the first use, because the module graph is complete only then.
  let landings: ReadonlySet<string> | undefined
  let services: ReadonlySet<string> | undefined
  let starts: ReadonlySet<string> | undefined
  let tabs: ReadonlySet<string> | undefined
  const atLanding = (id: string, graph: Graph) =>
    (landings ??= reached(
      landing.map((it) => chunkId(it.area)),
      graph,
    )).has(id)
  /** What a page runs right after its first frame. */
  const atServices = (id: string, graph: Graph) => (services ??= reached([partId('services')], graph)).has(id)
  /** What every start runs once the rest is due. */
  const atStart = (id: string, graph: Graph) => (starts ??= reached([partId('later')], graph)).has(id)
  const atTabs = (id: string, graph: Graph) => (tabs ??= reached([...tabAreas].map(chunkId), graph)).has(id)
  return [
    { name: 'first', tags: ['$initial'], priority: 7 },
    { name: 'calls', test: calls, priority: 6 },
    // Before those that hold what they share with others. A first visit's page asks for `services` alone, and a start
    // for no more of what the screens share than these three.
    {
      name: (id, graph) =>
        partFileOf(id) === 'services' || (own.test(id) && !libraries.test(id) && atServices(id, graph))
          ? 'services'
          : null,
      priority: 5.5,
    },
    {
      name: (id, graph) => (own.test(id) && atStart(id, graph) && atLanding(id, graph) ? 'start-kit' : null),
      priority: 5.4,
    },
    {
      name: (id, graph) => (partFileOf(id) === 'later' || (own.test(id) && atStart(id, graph)) ? 'later' : null),
      priority: 5.2,
    },
    // What the tabs share with other areas is preloaded at every start; the rest of the shared code is not.
    { name: (id, graph) => (atTabs(id, graph) ? 'tabs' : null), test: own, minShareCount: 2, priority: 5.1 },
    {
      name: (id, graph) => (atLanding(id, graph) ? 'landing-kit' : null),
      test: own,
      minShareCount: 2,
      priority: 5,
    },
    { name: 'kit', test: own, minShareCount: 2, priority: 4 },
    { name: partFileOf, priority: 3 },
    ...Object.entries({ forms, lists, qr, sheets }).map(([name, test]): Group => ({
      name,
      test,
      minShareCount: 2,
      priority: 3,
    })),
    { name: 'libraries', test: libraries, minShareCount: 2, priority: 1 },
  ]
}

/** All modules that the given ones import, directly or not. */
function reached(start: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(start)
  // The loop also visits the modules that are added to the set meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * File names of chunks: `route:orders` becomes `orders`, and `text:en/rest` becomes `text-en-rest`. The catalogue of
 * the first frame is named after its language.
 */
export function chunkFileNames(chunk: { name: string; facadeModuleId: string | null }): string {
  const [, language, part] = /(?:locales[\\/]|\0text:)([^\\/]+)[\\/](\w+)/.exec(chunk.facadeModuleId ?? '') ?? []
  return `assets/${part === undefined ? chunk.name.replace(/^.*(?:route|part)[:_]/, '') : `text-${language}-${part}`}-[hash:7].js`
}
