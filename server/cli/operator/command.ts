import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/open.ts'
import type { Operator } from '../../db/operator-actions.ts'
import type { OperatorRole } from '../../db/operator-schema.ts'
import type { Log } from '../../log.ts'
import type { Secrets } from '../accounts/secrets.ts'
import type { NewSession } from '../accounts/sessions.ts'
import type { GivenPictures } from '../../features/products/offers/pictures.ts'

/**
 * What a command may use. `db` is the transaction that also stores the audit row; `database` is for commands that only
 * read.
 */
export interface CommandContext {
  db: Db
  /** Who does it. */
  by: Operator
  /** Why, in their own words; empty for a command without an audit row. */
  why: string
  /** The token of the session that the command came with. */
  token: string | undefined
  /** What was typed without echo, for a command that `asks`. */
  secrets: Secrets | undefined
  /** The pictures that its file names, for a command that `takesPictures`. */
  pictures: GivenPictures
  database: Database
  clock: Clock
  config: Config
  log: Log
}

/**
 * Lines to print. What must not be stored in the audit (a card's number) is in `shown` only. `session` is what the
 * caller keeps from now on, null for none. `isBad` says that the command was done and found something bad, which a
 * script that runs it must notice. `files`, in base64 by their names, are written into the caller's folder.
 */
export type Outcome =
  | readonly string[]
  | {
      shown: readonly string[]
      kept: readonly string[]
      isBad?: boolean
      session?: NewSession | null
      files?: Record<string, string>
    }

/** A command line that can't be meant, or lacks who and why. */
export class UsageError extends Error {}

type Entries = Record<string, v.GenericSchema>

export interface Command {
  /** As it is typed: `withdrawal approve`. */
  name: string
  /** Arguments that are typed without their name, in this order; the others are `--options`. */
  positional: readonly string[]
  args: v.ObjectSchema<Entries, undefined>
  /** What it does, in one sentence without a full stop. */
  says: string
  /** Roles of which one suffices; none for a command that `anybody` runs. */
  needs: readonly OperatorRole[]
  /**
   * Who may run it: who is signed in with such a role. Besides, without a session, whoever has the machine: always, or
   * as long as no administrator has enrolled. Or anybody.
   */
  access: 'session' | 'machine' | 'first administrator' | 'anybody'
  /** Whether it prints members' personal data: then a reading needs `--why` and leaves an audit row, too. */
  reads: 'personal' | 'other'
  /** What the person types without echo. */
  asks: Secrets['kind'] | undefined
  /** Arguments that the audit doesn't keep: who reads it could use them. */
  confidential: readonly string[]
  /** Whether its file is a catalogue, whose pictures travel with it. */
  takesPictures: boolean
  /** Whether it changes operator accounts: then it runs while no other command changes anything. */
  changesAccounts: boolean
  /** True for commands that change nothing. */
  isReading: boolean
  /**
   * In one transaction with its audit row, unless it takes too long for that: then in transactions of its own, with its
   * audit row after them. `alone`: without a database that is open.
   */
  transactions: 'one' | 'own' | 'alone'
  run(context: CommandContext, args: Record<string, unknown>): Promise<Outcome>
}

interface Described<E extends Entries> {
  positional?: readonly (keyof E & string)[]
  args?: E
  says: string
  run(context: CommandContext, args: v.InferOutput<v.ObjectSchema<E, undefined>>): Promise<Outcome>
}

interface Declared<E extends Entries> extends Described<E> {
  /** Roles of which one suffices. */
  needs: readonly [OperatorRole, ...OperatorRole[]]
  reads?: 'personal'
  confidential?: readonly (keyof E & string)[]
  takesPictures?: true
}

/** Declares a command that changes something. Its audit row says who ran it and why. */
export function action<const E extends Entries>(
  name: string,
  { positional = [], args, says, run, needs, reads, confidential, takesPictures }: Declared<E>,
): Command {
  // `operate` calls it with arguments that the schema `args` has parsed.
  return {
    name,
    positional,
    args: v.object(args ?? {}),
    says,
    needs,
    reads: reads ?? 'other',
    access: 'session',
    asks: undefined,
    confidential: confidential ?? [],
    takesPictures: takesPictures ?? false,
    changesAccounts: false,
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

/** Declares a command that changes operator accounts. Without an administrator it may be run by who has the machine. */
export function accountAction<const E extends Entries>(
  name: string,
  { beforeAccounts = false, ...declared }: Declared<E> & { beforeAccounts?: boolean },
): Command {
  return {
    ...action(name, declared),
    changesAccounts: true,
    access: beforeAccounts ? 'first administrator' : 'session',
  }
}

/** The same command, also without a session for whoever has the machine. */
export function byMachine(command: Command): Command {
  return { ...command, access: 'machine' }
}

/** Declares a command for who isn't signed in yet. It notes in the security log what it did, and why is not asked. */
export function entry<const E extends Entries>(
  name: string,
  { asks, ...described }: Described<E> & { asks?: Secrets['kind'] },
): Command {
  const declared = { ...described, needs: ['administrator'] as const }
  return { ...action(name, declared), needs: [], access: 'anybody', asks, isReading: true, transactions: 'own' }
}

/** Whether an audit row with the reason is written. */
export function isAudited({ isReading, reads }: Pick<Command, 'isReading' | 'reads'>): boolean {
  return !isReading || reads === 'personal'
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
export function usageOf(command: Command): string {
  const { name, positional, args, transactions } = command
  const isOptional = (key: string): boolean => args.entries[key]?.type === 'optional'
  const inBrackets = (text: string, key: string): string => (isOptional(key) ? `[${text}]` : text)
  const shout = (key: string): string => key.replaceAll(/[A-Z]/g, (it) => `-${it}`).toUpperCase()
  return [
    name,
    ...positional.map((key) => inBrackets(shout(key), key)),
    ...Object.keys(args.entries)
      .filter((key) => !positional.includes(key))
      .map((key) => inBrackets(`--${optionOf(key)} ${shout(key)}`, key)),
    // No account can be asked about where no database is open.
    ...(transactions === 'alone' ? ['--as NAME'] : []),
    ...(isAudited(command) ? ['--why TEXT'] : []),
  ].join(' ')
}

/** `perUsd` is typed `--per-usd`. */
export function optionOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)
}
