import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultQueryCompiler } from 'kysely'
import { afterAll } from 'vitest'

/** A statement of the server's own code: the file that made it, `server/ledger/settle.ts`, and its text. */
export interface Recorded {
  file: string
  text: string
}

/**
 * Where `RECORD_STATEMENTS` names a folder, every text that the server's code makes while its tests run is written
 * there once by each process, a line of JSON each. What a test makes by itself isn't.
 */
const folder = process.env['RECORD_STATEMENTS']
// This file is run anew for each test file of a process.
const here = globalThis as { recordedStatements?: Recorded[] }

if (folder !== undefined) {
  const made = (here.recordedStatements ??= record([]))
  afterAll(() => {
    mkdirSync(folder, { recursive: true })
    const lines = made.splice(0).map((it) => `${JSON.stringify(it)}\n`)
    appendFileSync(join(folder, String(process.pid)), lines.join(''))
  })
}

/** A test may make a text before the server does, and another file the same one later. */
const mostLooks = 3

/** Adds what is compiled from now on to `made`. */
function record(made: Recorded[]): Recorded[] {
  const known = new Set<string>()
  /** How often each text was looked at since it last came from a new file: to see who calls takes long. */
  const looks = new Map<string, number>()
  const { compileQuery } = DefaultQueryCompiler.prototype
  DefaultQueryCompiler.prototype.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args)
    const { sql: text } = compiled
    const looked = looks.get(text) ?? 0
    if (looked >= mostLooks) return compiled
    const file = maker()
    const isNew = file !== null && !known.has(`${file} ${text}`)
    looks.set(text, isNew ? 0 : looked + 1)
    if (isNew) {
      known.add(`${file} ${text}`)
      made.push({ file, text })
    }
    return compiled
  }
  return made
}

/** The file of the server that makes a statement now; null where a test does. */
function maker(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const frames = new Error('to see who calls').stack?.split('\n') ?? []
  Error.stackTraceLimit = stackTraceLimit
  const root = `${process.cwd()}/`
  const ours = frames
    .filter((it) => it.includes(root) && !it.includes('/node_modules/'))
    .map((it) => it.slice(it.indexOf(root) + root.length).replace(/[:?)].*/, ''))
  const file = ours.find((it) => !/^(tests\/support\/statements|server\/db\/(names|open)\.ts)/.test(it))
  return file?.startsWith('server/') ? file : null
}
