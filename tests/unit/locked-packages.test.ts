import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'

interface Locked {
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Whether a package at `path` finds `name`, beside it or in a folder above, as Node looks for it. */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

// `npm install` beside installed packages drops what this machine has no use for. `npm ci` then refuses the lock.
test('package-lock.json names the binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || 'this project'} wants ${name}`),
  )
  expect(missing).toEqual([])
})
