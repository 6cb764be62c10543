import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import { calls, type CallPath } from '#protocol/calls.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Fetching something for later is no use of it, and lists of calls use none. */
const noScreens = /^src\/cache\/(prefetch|placement\.ts|read-of\.ts)/
const imported = /import (?:type )?\{([^}]*)\} from '#protocol\/([\w-]+)\.ts'/g
const oneName = /^(type )?(\w+)/

/**
 * The first file of the app that asks for each call: one that imports it from `protocol/`, or names its path to
 * `lazyReadOf`.
 */
export async function askedBy(): Promise<Partial<Record<CallPath, string>>> {
  const found: Partial<Record<CallPath, string>> = {}
  const files = globSync(`${root}{src,sw}/**/*.{ts,tsx}`).toSorted()
  for (const path of files) {
    const file = relative(root, path)
    if (noScreens.test(file)) continue
    const text = readFileSync(path, 'utf8')
    for (const asked of [...(await importedIn(text)), ...readLazily(text)])
      if (asked in calls) found[asked as CallPath] ??= file
  }
  return found
}

/** Paths of the calls that a file imports as values. */
async function importedIn(text: string): Promise<string[]> {
  const paths = [...text.matchAll(imported)]
    .filter(([statement]) => !statement.startsWith('import type'))
    .map(async ([, names = '', area]) => {
      const exported = (await import(`#protocol/${area}.ts`)) as Record<string, unknown>
      return names
        .split(',')
        .map((it) => oneName.exec(it.trim()))
        .filter((it) => it?.[1] === undefined)
        .map((it) => exported[it?.[2] ?? ''])
        .flatMap((it) => (typeof it === 'object' && it !== null && 'path' in it ? [String(it.path)] : []))
    })
  return (await Promise.all(paths)).flat()
}

function readLazily(text: string): string[] {
  return [...text.matchAll(/lazy(?:Infinite)?ReadOf(?:<[^(]*>)?\(\s*([^,]+),/g)].flatMap(([, first = '']) =>
    [...first.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  )
}
