import { readConfig, type Config } from './config.ts'
import { StartError } from './start-error.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The configuration of this process. Where it can't be meant, or `refusalOf` gives a reason against it, the process
 * says so and ends.
 */
export function configOrExit(refusalOf: (env: Env, config: Config) => string | undefined): Config {
  try {
    const config = readConfig(process.env)
    const refusal = refusalOf(process.env, config)
    return refusal === undefined ? config : exitWith(refusal)
  } catch (cause) {
    return exitWith(cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * Ends a process that can't start, in words where there are any: its port is taken, or the cause says it all. Throws
 * any other cause.
 */
export function exitInWords(cause: unknown, { port }: Config): never {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
    exitWith(`Port ${port} is taken: set PORT to another one.`)
  if (cause instanceof StartError) exitWith(cause.message)
  throw cause
}

/** Ends a process that can't start, in words without a trace: who started it reads them. */
export function exitWith(words: string): never {
  console.error(words)
  process.exit(1)
}
