import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { databaseAddressOf } from '../../database-address.ts'
import type { NewSession } from './sessions.ts'

/** A session for each database that the person works on. */
const Kept = v.record(v.string(), v.object({ token: v.string(), endsAt: v.string() }))

/** Other people of this machine could read the file: a token in it may be in their hands. */
export class OpenSessionFile extends Error {}

/** Where an operator's command keeps the token of its session. */
export interface SessionFile {
  /** The token for this database, if there is one. Throws OpenSessionFile. */
  token(): string | undefined
  /** Keeps a session for this database, or forgets it. The file is read by its owner only. */
  keep(session: NewSession | null): void
}

/**
 * The file is `OPERATOR_SESSION_FILE`, else `voltfolio/operator-session.json` in `XDG_STATE_HOME`, else in
 * `~/.local/state`. A token is kept for one database and never sent to another.
 */
export function sessionFileOf(
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): SessionFile {
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] ?? homedir(), '.local', 'state')
  const path = env['OPERATOR_SESSION_FILE'] || join(state, 'voltfolio', 'operator-session.json')
  const place = placeOf(config)
  return {
    token: () => readKept(path)[place]?.token,
    keep: (session) => {
      const { [place]: _, ...others } = readKept(path)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${process.pid}`
      writeFileSync(draft, JSON.stringify(session ? { ...others, [place]: session } : others), {
        mode: 0o600,
        flag: 'wx',
      })
      renameSync(draft, path)
    },
  }
}

function readKept(path: string): v.InferOutput<typeof Kept> {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return {}
  if ((mode & 0o077) !== 0)
    throw new OpenSessionFile(`${path} can be read by others of this machine. Remove it, and sign in anew.`)
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readFileSync(path, 'utf8'))
  return result.success ? result.output : {}
}

function placeOf({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (databaseUrl === undefined) return `directory ${realOf(resolve(dataDir))}`
  const { host, pathname } = databaseAddressOf(databaseUrl) ?? new URL(databaseUrl)
  return `database ${host}${pathname}`
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
