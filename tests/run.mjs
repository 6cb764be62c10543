import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  findBrowser,
  findHeadlessShell,
  installedFirst,
  installPackages,
  pinnedNode,
  root,
} from '../server/install.mjs'
import { merged } from './support/merged-runs.mjs'

const statements = join(root, '.tmp', 'statements')

/** Runs all stages, or those named: `npm test -- unit lint`, `npm test -- quick`. */
const stages = {
  types: () =>
    check(
      () =>
        node('build/route-tree.ts') &&
        ['.', 'sw', 'server', 'protocol', 'tests']
          .map((project) => node('node_modules/typescript/bin/tsc', '-p', project))
          .every(Boolean),
    ),
  format: () => check(() => node('node_modules/oxfmt/bin/oxfmt', '--check', '.')),
  lint: () => check(() => node('node_modules/oxlint/bin/oxlint', '--type-aware')),
  knip: () =>
    check(() =>
      [[], ['--production', '--include', 'files,exports']]
        .map((how) => node('node_modules/knip/bin/knip.js', ...how))
        .every(Boolean),
    ),
  unit: () => vitest('unit'),
  server: () => {
    rmSync(statements, { recursive: true, force: true })
    installedFirst.RECORD_STATEMENTS = statements
    return twice('server')
  },
  // Of those that the server's stage has made before.
  statements: () => check(() => node('tests/support/statements/check.ts', statements)),
  // Where nothing was built yet, the server's stage has done it: `npm start` builds.
  build: () =>
    check(() =>
      node('--input-type=module', '--eval', 'import("./server/build.mjs").then((it) => it.buildWhereNeeded())'),
    ),
  browser: () => {
    installedFirst.CHROME_PATH = findBrowser()
    installedFirst.HEADLESS_SHELL_PATH = findHeadlessShell()
    return twice('browser')
  },
}

/** Names for several stages. */
const sets = { quick: ['types', 'format', 'lint', 'unit'] }

installPackages()

// Tests start some hundred servers and commands: those that end in peace leave their compiled code for the next.
installedFirst.NODE_COMPILE_CACHE ??= join(root, '.tmp', 'compile-cache')

const asked = process.argv.slice(2).flatMap((name) => sets[name] ?? [name])
const unknown = asked.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(', ')}; there are ${[...Object.keys(stages), ...Object.keys(sets)].join(', ')}.`,
  )
  process.exit(2)
}

const results = (asked.length > 0 ? asked : Object.keys(stages)).map((name) => {
  console.log(`\n--- ${name}`)
  const begun = performance.now()
  return { name, ...stages[name](), seconds: (performance.now() - begun) / 1000 }
})

console.log('')
for (const { name, passed, failed, skipped, seconds } of results) {
  const counts =
    passed === undefined ? '' : `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`)
}

for (const { name, failures = [], wavering = [] } of results) {
  for (const it of failures) tell(`FAILED  ${name}`, it)
  for (const it of wavering) tell(`wavered ${name}`, it, 'passed when its file was run again, but first: ')
}

const sum = (field) => results.reduce((total, result) => total + (result[field] ?? 0), 0)
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
)
process.exit(sum('failed') > 0 ? 1 : 0)

/** A stage without tests of its own: passing adds nothing to the count, failing counts as one. */
function check(run) {
  return { failed: run() ? 0 : 1 }
}

function node(...args) {
  return spawnSync(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: installedFirst }).status === 0
}

function tell(what, { test, why, seen = [] }, before = '') {
  console.log(`\n${what}: ${test}\n        ${before}${why}`)
  for (const page of seen) console.log(`        seen: ${page}`)
}

/**
 * A browser, or a server that is killed, fails one test in some hundreds on a loaded machine for no reason of ours.
 * Where few files failed, they are run once more, one after the other, with servers, databases and browsers of their
 * own. What passed only then is named, so that a bug that shows now and then isn't hidden. Histories are not run again:
 * the races in them are what they look for.
 */
function twice(project) {
  const first = vitest(project)
  const files = [...new Set((first.failures ?? []).map((it) => it.file))]
  if (
    first.failed === 0 ||
    files.length === 0 ||
    files.length > 12 ||
    files.some((file) => file === undefined || /histories/.test(file))
  )
    return first
  console.log(`\n--- ${project}, once more: ${files.join(', ')}`)
  const second = vitest(project, '--no-file-parallelism', ...files)
  return merged(first, second)
}

function vitest(project, ...more) {
  const report = join(root, '.tmp', `${project}.json`)
  mkdirSync(join(root, '.tmp'), { recursive: true })
  rmSync(report, { force: true })
  installedFirst.SUMMARY_REPORT = report
  const isWell = node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=./tests/support/summary-reporter.ts',
    ...more,
  )
  const summary = summaryIn(report)
  // A file that can't be loaded has no test to fail, and a rejection nobody awaited belongs to none.
  return { ...summary, failed: isWell ? summary.failed : Math.max(summary.failed, 1) }
}

/** As `Summary` in `tests/support/summary-reporter.ts`; nothing passed where a run got no further than its start. */
function summaryIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
