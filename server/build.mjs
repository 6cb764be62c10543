import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedFirst, root } from './install.mjs'
import { sourceHash } from './sources.mjs'

/** Builds the app where its sources are newer than the build. Exits the process where it can't. */
export function buildWhereNeeded() {
  const stamp = join(root, 'dist', 'build-id')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root)) return
  console.log('Building the app ...')
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: installedFirst,
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
