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
  /** Why, likewise. */
  why: string
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
  /**
   * In one transaction with its audit row, unless it takes too long for that: then in transactions of its own, with its
   * audit row after them. `alone`: without a database that is open.
   */
  transactions: 'one' | 'own' | 'alone'
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
  return {
    name,
    positional,
    args: v.object(args ?? {}),
    says,
    isReading: false,
    transactions: 'one',
    run: run as Command['run'],
  }
}

/** Declares a command that only reads. */
export function reading<const E extends Entries>(name: string, declared: Declared<E>): Command {
  return { ...action(name, declared), isReading: true }
}

/** Declares a command that changes something and takes long: members' calls must not wait for one transaction of it. */
export function work<const E extends Entries>(name: string, declared: Declared<E>): Command {
  return { ...action(name, declared), transactions: 'own' }
}

/** A command for a data directory that no server has open. It opens what it needs, and writes its own audit row. */
export interface Standalone extends Command {
  runAlone(context: AloneContext, args: Record<string, unknown>): Promise<{ ok: boolean; lines: string[] }>
}
export type AloneContext = Pick<CommandContext, 'by' | 'why' | 'clock' | 'config' | 'log'>

export function standalone<const E extends Entries>(
  name: string,
  {
    runAlone,
    ...declared
  }: Omit<Declared<E>, 'run'> & {
    runAlone(
      context: AloneContext,
      args: v.InferOutput<v.ObjectSchema<E, undefined>>,
    ): Promise<{ ok: boolean; lines: string[] }>
  },
): Standalone {
  const run = () => Promise.reject(new Error(`${name} runs without a database`))
  return {
    ...action(name, { ...declared, run }),
    transactions: 'alone',
    runAlone: runAlone as Standalone['runAlone'],
  }
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
