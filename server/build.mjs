import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedFirst, pinnedNode, quietly, root } from './install.mjs'
import { sourceHash } from './sources.mjs'

/** Builds the app where its sources are newer than the build. Exits the process where it can't. */
export function buildWhereNeeded() {
  const stamp = join(root, 'dist', 'build-id')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root)) return
  console.log('Building the app ...')
  // Vite would build for development where the shell says so, or the tests do, and the build's id would be the same.
  const env = { ...installedFirst, NODE_ENV: 'production' }
  const complaint = quietly(pinnedNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { env })
  if (complaint === undefined) return
  console.error(`${complaint}\nThe app could not be built.`)
  process.exit(1)
}
