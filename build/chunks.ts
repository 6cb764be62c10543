import { chunkId } from './route-chunks.ts'
import { landing } from './screens.ts'

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

/** What the first request is checked with, and the names of the text's files: neither need wait for the kit. */
const calls =
  /virtual:text-packs$|[\\/](src[\\/]shell[\\/]texts\.ts|protocol[\\/](auth|call|first-calls|home|primitives|products|settings|words)\.ts|src[\\/]api[\\/]parsing\.ts|node_modules[\\/]valibot[\\/])/

/** Large, and not for every area: a screen without them shouldn't wait for them. Each with the parts of ours that it is for. */
const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform)[\\/]/
const lists = /[\\/](node_modules[\\/]virtua[\\/]|src[\\/]ui[\\/]infinite-list\.tsx)/
const qr = /[\\/](node_modules[\\/]uqr[\\/]|src[\\/]ui[\\/]qr\.tsx)/
const sheets =
  /[\\/](node_modules[\\/]@(base-ui|floating-ui)[\\/]|src[\\/](ui[\\/](sheet|dialog|tabs|pin-field)|entities[\\/]transaction-password-sheet)\.tsx)/

/** The rest of what the areas share. A group takes along what its own need, so these have to choose before those above. */
const own =
  /[\\/](src[\\/](ui[\\/](?!(infinite-list|qr|sheet|dialog|tabs|pin-field)\.tsx)|entities[\\/](?!transaction-password-sheet)|(api|lib|outbox|cache)[\\/])|protocol[\\/])/
const libraries = /[\\/]node_modules[\\/]/

/**
 * Which module lands in which file: what boot and Home need, what the landing share with others, and the kit that two areas
 * or more share. The areas themselves are made by `routeChunks`.
 */
export function groups(): Group[] {
  // Asked for the first time when the whole graph is known.
  let atLanding: ReadonlySet<string> | undefined
  return [
    { name: 'first', tags: ['$initial'], priority: 7 },
    { name: 'calls', test: calls, priority: 6 },
    {
      name: (id, graph) =>
        (atLanding ??= reached(
          landing.map((it) => chunkId(it.chunk)),
          graph,
        )).has(id)
          ? 'landing-kit'
          : null,
      test: own,
      minShareCount: 2,
      priority: 5,
    },
    { name: 'kit', test: own, minShareCount: 2, priority: 4 },
    ...Object.entries({ forms, lists, qr, sheets }).map(([name, test]): Group => ({
      name,
      test,
      minShareCount: 2,
      priority: 3,
    })),
    { name: 'libraries', test: libraries, minShareCount: 2, priority: 1 },
  ]
}

/** Everything that some modules import, and that these import in turn. */
function reached(start: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(start)
  // A set is walked to its end, also where it grows meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** `route:orders` becomes `orders`, `text:en/rest` `text-en-rest`; the catalogue of the first frame is named after its language. */
export function chunkFileNames(chunk: { name: string; facadeModuleId: string | null }): string {
  const [, language, part] = /(?:locales[\\/]|\0text:)([^\\/]+)[\\/](\w+)/.exec(chunk.facadeModuleId ?? '') ?? []
  return `assets/${part === undefined ? chunk.name.replace(/^.*route[:_]/, '') : `text-${language}-${part}`}-[hash:7].js`
}
