import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'

// Both share the browser support of the tests, and would otherwise fail only when somebody runs them.
test('the tour and the bench load outside of tests', () => {
  const load = ['tour/walk', 'tour/store', 'bench/phone', 'bench/caches']
    .map((it) => `await import('#tests/${it}.ts')`)
    .join(';')
  expect(() =>
    execFileSync(process.execPath, ['--input-type=module', '-e', load], { cwd: root, stdio: 'pipe' }),
  ).not.toThrow()
}, 60_000)
