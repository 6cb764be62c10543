import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/install.mjs'
import { misfitOf, type PlantedBug } from '#tests/support/planted-bug.ts'
import { plantedBugs } from '#tests/support/planted-bugs.ts'

/**
 * `npm run planted`: plants one classic bug after the other in a copy of the sources and runs the tests that should
 * fail. Prints which test caught which; exits with 1 when a bug survives or no longer fits the sources (a unit test
 * checks the latter). `npm run planted -- lease key` plants the bugs whose name has one of the words.
 */
const copy = join(root, '.tmp', 'planted')
const words = process.argv.slice(2)
const bugs = plantedBugs.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

const misfits = bugs.flatMap((bug) => misfitOf(bug) ?? [])
if (misfits.length > 0) {
  console.error(misfits.join('\n'))
  process.exit(1)
}

rmSync(copy, { recursive: true, force: true })
mkdirSync(copy, { recursive: true })
for (const it of [
  'src',
  'sw',
  'protocol',
  'server',
  'tests',
  'build',
  'locales',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'lingui.config.ts',
])
  cpSync(join(root, it), join(copy, it), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

let survivors = 0
for (const bug of bugs) {
  const caught = plant(bug)
  if (caught === undefined) survivors++
  console.log(
    `${caught === undefined ? 'SURVIVED' : 'caught  '}  ${bug.name.padEnd(48)}  ${caught ?? 'no test noticed'}`,
  )
}
rmSync(copy, { recursive: true, force: true })
console.log(`\n${bugs.length} planted, ${bugs.length - survivors} caught, ${survivors} survived`)
process.exit(survivors > 0 ? 1 : 0)

/** Names the test that failed with the bug in place; undefined when all passed. */
function plant({ file, from, to, project, tests, caughtBy }: PlantedBug): string | undefined {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    for (const test of tests) {
      const failed = firstFailureIn(project, test, caughtBy)
      if (failed !== undefined) return failed
    }
    return undefined
  } finally {
    writeFileSync(path, text)
  }
}

function firstFailureIn(project: string, test: string, title?: string): string | undefined {
  const report = join(copy, '.tmp', 'report.json')
  rmSync(report, { force: true })
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      test,
      '--bail=1',
      ...(title === undefined ? [] : ['--testNamePattern', RegExp.escape(title)]),
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, HISTORIES: '3000', DEXIE_HISTORIES: '10', SERVER_HISTORIES: '25' },
    },
  )
  if (status === 0) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { status: string; fullName: string }[] }[]
  }
  const failed = testResults.flatMap((it) => it.assertionResults).find((it) => it.status === 'failed')
  // Other tests are skipped, so that only the named test can fail.
  // A bug that keeps a file from loading proves nothing about its tests.
  if (!failed) throw new Error(`${test} could not be run`)
  return `${test.replace('tests/', '')}: ${failed.fullName}`
}
