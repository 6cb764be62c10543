import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '#server/install.mjs'

/** A mistake that others have made, as a change of one place, and the tests of which one must fail with it. */
export interface PlantedBug {
  name: string
  file: string
  /** Stands exactly once in the file. */
  from: string
  to: string
  project: 'unit' | 'server'
  tests: readonly string[]
  /** Title of the test that must fail; left out, any test of the files will do. */
  caughtBy?: string
}

/** Why the bug can't be planted or its test not be found in the sources of today; undefined when all is well. */
export function misfitOf({ name, file, from, to, tests, caughtBy }: PlantedBug): string | undefined {
  const times = textOf(file).split(from).length - 1
  if (times !== 1) return `"${name}": stands ${times} times in ${file}, must stand once: ${from}`
  const later = replacedBy(file, from)
  if (later) return `"${name}": ${later} replaces the function of ${file} in which it stands`
  if (from === to) return `"${name}": changes nothing`
  if (caughtBy !== undefined && !tests.some((test) => textOf(test).includes(caughtBy)))
    return `"${name}": no test "${caughtBy}" in ${tests.join(', ')}`
  return tests.map(textOf).includes('') ? `"${name}": no such file among ${tests.join(', ')}` : undefined
}

/** The file's text, empty where there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

/** The later migration that makes the function in which a text of a migration stands anew. */
function replacedBy(file: string, text: string): string | undefined {
  const [folder, name] = [dirname(file), basename(file)]
  if (!folder.endsWith('migrations')) return undefined
  const before = textOf(file).split(text)[0] ?? ''
  const made = /create (?:or replace )?function (\w+)\(/g
  const own = [...before.matchAll(made)].at(-1)?.[1]
  return readdirSync(join(root, folder)).find(
    (it) => it > name && [...textOf(join(folder, it)).matchAll(made)].some(([, other]) => other === own),
  )
}
