import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/install.mjs'
import { plantedBugs, type PlantedBug } from '#tests/support/planted-bugs.ts'

/**
 * `npm run planted`: plants one classic bug after the other in a copy of the sources and runs the tests that should
 * notice. Prints which test caught which; ends with 1 when a bug survives or no longer fits the sources.
 * `npm run planted -- lease seal` plants those whose name has one of the words.
 */
const copy = join(root, '.tmp', 'planted')
const words = process.argv.slice(2)
const bugs = plantedBugs.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

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
function plant({ name, file, from, to, project, tests }: PlantedBug): string | undefined {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2)
    throw new Error(`"${name}" no longer fits ${file}: it must be there exactly once:\n${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    for (const test of tests) {
      const failed = firstFailureIn(project, test)
      if (failed !== undefined) return failed
    }
    return undefined
  } finally {
    writeFileSync(path, text)
  }
}

function firstFailureIn(project: string, test: string): string | undefined {
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
  // A bug that keeps a file from loading proves nothing about the tests in it.
  if (!failed) throw new Error(`${test} could not be run`)
  return `${test.replace('tests/', '')}: ${failed.fullName}`
}
