import { existsSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { DirectoryInUse } from '../db/directory-lock.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { silentLog } from '../log.ts'
import { databaseRefusal, StartError } from '../start-error.ts'
import { refusalOfDatabase } from '../start-refusal.ts'
import { configOrExit } from '../starting.ts'
import { throughAdminSocket } from '../admin-socket.ts'
import { askFor, NotTyped } from './accounts/asking.ts'
import { OpenSessionFile, sessionFileOf } from './accounts/session-file.ts'
import type { CameWith, Operated } from './operator/operate.ts'
import { isForTheMachine, optionIn, placesOf, readGiven, TextFile, withFiles } from './operator/files.ts'
import { picturesBeside, PictureRefused, writePictures } from './operator/picture-files.ts'
import { terminalText } from './terminal-text.ts'
import { commandIn, helpOn, operate, operateAlone } from './operator/operate.ts'

/** Errors that say all that the operator needs to know. */
const told = [NotTyped, OpenSessionFile, PictureRefused, StartError]

/**
 * `npm run operator -- help`: what the operator can do to the books, on the machine that the server runs on. With
 * DATABASE_URL it works on that database. With the embedded database it works through the running server, or by itself
 * when none runs.
 */
const typed = process.argv.slice(2)
const config = configOrExit(refusalOfDatabase)
const sessions = sessionFileOf(process.env, config)
const { ok, isBad, lines, session } =
  typed.length === 0 || typed[0] === 'help' ? { ok: true, isBad: false, lines: helpOn(typed) } : await run()
if (session !== undefined) sessions.keep(session)
// Standard output may be going into a file that is the result: a refusal must not take its place.
const print = ok || isBad ? console.log : console.error
for (const line of lines) print(terminalText(line))
// Ends by itself: `process.exit` can wait for ever for V8's background threads after a command that used much memory.
process.exitCode = ok ? 0 : 1
setTimeout(() => {
  process.exit()
}, 5000).unref()

async function run(): Promise<Operated> {
  const command = commandIn(typed)
  try {
    const bound = process.env['OPERATOR_FILES'] || undefined
    if (bound !== undefined && command && isForTheMachine(command))
      return failed('This is for those who have the machine: OPERATOR_FILES is set.')
    const argv = command ? withFiles(command, typed, (path) => readGiven(path, bound)) : typed
    const [file] = command?.takesPictures ? placesOf(command, typed, TextFile) : []
    const pictures =
      file === undefined ? undefined : picturesBeside({ path: typed[file] ?? '', text: textIn(argv[file]) }, bound)
    const secrets = command?.asks && (await askFor(command.asks, typed[command.name.split(' ').length] ?? ''))
    const done = await carryOut(argv, {
      token: sessions.token(),
      isBound: bound !== undefined,
      pictures,
      ...(secrets && { secrets }),
    })
    const folder = command && optionIn(command, typed, 'pictures')
    if (done.files && folder !== undefined) writePictures(done.files, folder, bound)
    return done
  } catch (cause) {
    if (told.some((kind) => cause instanceof kind)) return failed((cause as Error).message)
    if (cause instanceof Error && 'path' in cause && 'syscall' in cause)
      return failed(`${String(cause.path)} can't be read.`)
    throw cause
  }
}

async function carryOut(argv: readonly string[], came: CameWith): Promise<Operated> {
  const restoring = operateAlone({ clock: systemClock, config, log: silentLog }, argv)
  if (restoring) return await restoring.catch(toldWhereInUse)
  if (config.databaseUrl === undefined) {
    const answered = await throughAdminSocket(config, argv, came)
    if (answered) return answered
    if (!existsSync(`${config.dataDir}/db`))
      return failed(
        `There is no database in ${config.dataDir}. Start the server once, or name its DATA_DIR or DATABASE_URL.`,
      )
  }
  return await alone(argv, came).catch((cause: unknown) => {
    if (cause instanceof DirectoryInUse)
      return failed(
        `The server has the database in ${config.dataDir} open and did not take the command, so nothing was done. It is starting or busy: try again in a minute. If it says so again, start it anew.`,
      )
    throw cause
  })
}

function toldWhereInUse(cause: unknown): Operated {
  if (cause instanceof DirectoryInUse)
    return failed(`The server has the database in ${config.dataDir} open. Stop it first; nothing was changed.`)
  throw cause
}

async function alone(argv: readonly string[], came: CameWith): Promise<Operated> {
  const database = await openDatabase(
    config.databaseUrl === undefined ? { dir: `${config.dataDir}/db` } : { url: config.databaseUrl },
  )
  try {
    const pending = await pendingMigrations(database).catch(databaseRefusal('DATABASE_URL', 'read'))
    if (pending.length > 0)
      return failed(
        `This database is not of this version yet (${pending.join(', ')}). Start the server of this version first: it brings it up.`,
      )
    // A key that is made here would be another than the server's, which then couldn't read what it encrypts, or start.
    const mayMakeKeys = config.databaseUrl === undefined
    return await operate(
      { database, clock: systemClock, config: { ...config, mayMakeKeys }, log: silentLog },
      argv,
      came,
    )
  } finally {
    await database.close()
  }
}

/** Of a file as it travels: its name, a line break and its text. */
function textIn(file = ''): string {
  return file.slice(file.indexOf('\n') + 1)
}

function failed(line: string): Operated {
  return { ok: false, lines: [line] }
}
