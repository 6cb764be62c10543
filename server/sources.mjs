import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that ends up in the browser; the build's id is the hash of these. */
const sources = [
  'src',
  'sw',
  'locales',
  'public',
  'protocol',
  'build',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'lingui.config.ts',
]
const made = /(\.gen\.ts|locales\/[^/]+\/[^/]+\.ts)$/

/**
 * Hash of what the app is built from: the same sources give the same id on every machine, with or without git.
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesIn(join(root, source))) {
      if (made.test(file)) continue
      hash.update(file.slice(root.length).replaceAll('\\', '/')).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {string} path
 * @returns {string[]}
 */
export function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)))
}
