import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/open.ts'
import type { Log } from '../../log.ts'

/**
 * What a command may use. `db` is the transaction that also stores the audit row; `database` is for commands that only
 * read.
 */
export interface CommandContext {
  db: Db
  /** Who does it, in their own words; empty for a command that only reads. */
  by: string
  database: Database
  clock: Clock
  config: Config
  log: Log
}

/** Lines to print. What must not be stored in the audit (a card's number) is in `shown` only. */
export type Outcome = readonly string[] | { shown: readonly string[]; kept: readonly string[] }

type Entries = Record<string, v.GenericSchema>

export interface Command {
  /** As it is typed: `withdrawal approve`. */
  name: string
  /** Arguments that are typed without their name, in this order; the others are `--options`. */
  positional: readonly string[]
  args: v.ObjectSchema<Entries, undefined>
  /** What it does, in one sentence without a full stop. */
  says: string
  /** True for commands that change nothing: they need neither `--as` nor `--why`. */
  isReading: boolean
  run(context: CommandContext, args: Record<string, unknown>): Promise<Outcome>
}

interface Declared<E extends Entries> {
  positional?: readonly (keyof E & string)[]
  args?: E
  says: string
  run(context: CommandContext, args: v.InferOutput<v.ObjectSchema<E, undefined>>): Promise<Outcome>
}

/** Declares a command that changes something. Its audit row says who ran it and why. */
export function action<const E extends Entries>(
  name: string,
  { positional = [], args, says, run }: Declared<E>,
): Command {
  // `operate` calls it with arguments that the schema `args` has parsed.
  return { name, positional, args: v.object(args ?? {}), says, isReading: false, run: run as Command['run'] }
}

/** Declares a command that only reads. */
export function reading<const E extends Entries>(name: string, declared: Declared<E>): Command {
  return { ...action(name, declared), isReading: true }
}

/** A command's usage line: names of what must be given, and in brackets what may be. */
export function usageOf({ name, positional, args, isReading }: Command): string {
  const isOptional = (key: string): boolean => args.entries[key]?.type === 'optional'
  const inBrackets = (text: string, key: string): string => (isOptional(key) ? `[${text}]` : text)
  const shout = (key: string): string => key.replaceAll(/[A-Z]/g, (it) => `-${it}`).toUpperCase()
  return [
    name,
    ...positional.map((key) => inBrackets(shout(key), key)),
    ...Object.keys(args.entries)
      .filter((key) => !positional.includes(key))
      .map((key) => inBrackets(`--${optionOf(key)} ${shout(key)}`, key)),
    ...(isReading ? [] : ['--as NAME', '--why TEXT']),
  ].join(' ')
}

/** `perUsd` is typed `--per-usd`. */
export function optionOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)
}
