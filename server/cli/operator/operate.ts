import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { noteAction } from '../../db/operator-actions.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { messageFor } from '../../http/messages.ts'
import { DomainError } from '../../http/domain-error.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import { admit, RoleMissing } from '../accounts/admission.ts'
import type { NewSession } from '../accounts/sessions.ts'
import type { AloneContext, Command, CommandContext, Outcome, Standalone } from './command.ts'
import { redrawPictures, type GivenPictures } from '../../features/products/offers/pictures.ts'
import { isAudited, optionOf, UsageError, usageOf } from './command.ts'
import { commands } from './commands.ts'
import { withoutTexts } from './files.ts'

/**
 * A command's result: lines to print, whether it succeeded, and the session that the caller keeps, null for none.
 * `isBad` where it is not ok though it was done: it found something bad.
 */
export interface Operated {
  ok: boolean
  isBad?: boolean | undefined
  lines: readonly string[]
  session?: NewSession | null | undefined
  /** Written into the folder that the caller named: base64 by name. */
  files?: Record<string, string> | undefined
}

/**
 * What a command line came with: the token of a session, what was typed without echo, and whether who typed it is bound
 * to a session, as those are who don't have the machine. `pictures` are files that a catalogue names, in base64.
 */
export type CameWith = Partial<Pick<CommandContext, 'token' | 'secrets'>> & {
  isBound?: boolean | undefined
  pictures?: Record<string, string> | undefined
}

type Deps = Pick<CommandContext, 'database' | 'clock' | 'config' | 'log'>

/**
 * Runs a command line. A command that changes something, or shows personal data, runs in one transaction with its audit
 * row: neither is stored without the other. A DomainError becomes lines; any other error is thrown.
 */
export async function operate(
  deps: Deps,
  argv: readonly string[],
  { token, secrets, isBound = false, pictures: given = {} }: CameWith = {},
): Promise<Operated> {
  return await answering(argv, async (command, { args, as, why }) => {
    if (command.transactions === 'alone')
      throw new DomainError('bad_request', { field: command.name, problem: 'needs the server stopped' })
    const { database } = deps
    const who = (db: Db) => admit({ db, clock: deps.clock, config: deps.config }, command, { as, why, token, isBound })
    // Outside the transaction, as it takes long, and only for those who may run the command.
    const pictures = await noting(deps, command, async (): Promise<GivenPictures> => {
      if (!command.takesPictures || Object.keys(given).length === 0) return new Map()
      await who(database.kysely)
      return await redrawPictures(database.kysely, given)
    })
    const came = { ...deps, db: database.kysely, why, token, secrets, pictures }
    if (command.access === 'anybody') {
      if (as !== '' || why !== '') throw new UsageError('Neither --as nor --why is asked here.')
      return resultOf(await command.run({ ...came, by: { account: null, name: '' } }, args))
    }
    const work = async (db: Db): Promise<Operated> => {
      const context = { ...came, db, by: await who(db) }
      return resultOf(isAudited(command) ? await audited(context, command, args) : await command.run(context, args))
    }
    if (command.transactions === 'own' || !isAudited(command))
      return await noting(deps, command, () => work(database.kysely))
    return await noting(deps, command, () =>
      database.inTransaction(async (db) => {
        await lockAccounts(db, command.changesAccounts ? 'alone' : 'shared')
        return await work(db)
      }),
    )
  })
}

/** The security log has who tried what their roles don't allow. */
async function noting<T>({ database, clock }: Deps, command: Command, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof RoleMissing)
      await noteSecurity(
        database.kysely,
        { kind: 'operator_denied', memberId: null, account: cause.account, call: command.name },
        clock,
      )
    throw cause
  }
}

/** Runs a command line of `standalone` where no server runs; undefined for any other. */
export function operateAlone(
  context: Omit<AloneContext, 'by' | 'why'>,
  argv: readonly string[],
): Promise<Operated> | undefined {
  if (!isStandalone(commandIn(argv))) return undefined
  return answering(argv, async (command, { args, as, why }) => {
    if (!isStandalone(command)) throw new TypeError(`${command.name} needs a database`)
    if (as === '' || why === '') throw new UsageError('Who does this, and why? Give --as NAME and --why TEXT.')
    const done = await command.runAlone({ ...context, by: { account: null, name: as }, why }, args)
    return { ...done, ...(!done.ok && { isBad: true }) }
  })
}

function isStandalone(command: Command | undefined): command is Standalone {
  return command?.transactions === 'alone'
}

/** Finds the command, parses its arguments, and turns what it refuses into lines. */
async function answering(
  argv: readonly string[],
  run: (command: Command, given: Given) => Promise<Operated>,
): Promise<Operated> {
  const command = commandIn(argv)
  if (!command) return { ok: argv.length === 0 || argv[0] === 'help' || argv.includes('--help'), lines: helpOn(argv) }
  try {
    return await run(command, read(command, argv.slice(command.name.split(' ').length)))
  } catch (cause) {
    if (cause instanceof UsageError)
      return { ok: false, lines: [cause.message, `Usage: npm run operator -- ${usageOf(command)}`] }
    if (cause instanceof DomainError)
      return { ok: false, lines: [...sentenceOf(cause).split('\n'), 'Nothing was changed.'] }
    throw cause
  }
}

/** Every command, or those whose name begins with what was typed. */
export function helpOn(argv: readonly string[]): string[] {
  const words = argv.filter((it) => it !== 'help' && it !== '--help')
  const fitting = commands.filter((it) => words.every((word, n) => it.name.split(' ')[n] === word))
  const unknown = fitting.length === 0 ? [`There is no command "${words.join(' ')}".`, ''] : []
  return [
    ...unknown,
    'npm run operator -- COMMAND',
    '',
    ...(fitting.length > 0 ? fitting : commands).flatMap((it) => [`  ${usageOf(it)}`, `      ${it.says}.`]),
    '',
    "Amounts are written 12.50. What changes something, or shows members' personal data, needs --why: it is kept for ever, with who you are, beside what was done.",
    'Who you are: login NAME, with the account that an administrator added (account add). The first administrator is added by whoever has the machine. A demonstration without accounts takes --as NAME in place of a session.',
  ]
}

/** The command that a command line names. */
export function commandIn(argv: readonly string[]): Command | undefined {
  if (argv.includes('--help')) return undefined
  return commands.find(({ name }) => name.split(' ').every((word, n) => argv[n] === word))
}

interface Given {
  args: Record<string, unknown>
  as: string
  why: string
}

function read(command: Command, rest: readonly string[]): Given {
  const typed = wordsOf(command, rest)
  const [as, why] = [typed.values['as']?.trim() ?? '', typed.values['why']?.trim() ?? '']
  const given = Object.fromEntries(
    [
      ...command.positional.map((key, n) => [key, typed.positionals[n]] as const),
      ...namedKeys(command).map((key) => [key, typed.values[optionOf(key)]] as const),
    ].filter(([, value]) => value !== undefined),
  )
  const result = v.safeParse(command.args, given, { abortEarly: true })
  if (!result.success) {
    const issue = result.issues[0]
    // Of a list it is the argument that is wrong, not its third word.
    const [key = ''] = (v.getDotPath(issue) ?? '').split('.')
    throw new UsageError(given[key] === undefined ? `${key} is missing.` : `${key} ${issue.message}.`)
  }
  return { args: result.output, as, why }
}

interface Words {
  values: Record<string, string | undefined>
  positionals: string[]
}

/**
 * What stands after a command's name, as options and other words. Throws UsageError for an option that the command
 * hasn't or that has no value, and for a word too many.
 */
export function wordsOf(command: Command, rest: readonly string[]): Words {
  const { values, positionals } = parsed(rest, [...namedKeys(command).map(optionOf), 'as', 'why'])
  if (positionals.length > command.positional.length)
    throw new UsageError(`"${positionals[command.positional.length]}" is one word too many.`)
  return { values, positionals }
}

/** Arguments that are typed as options. */
function namedKeys({ args, positional }: Command): string[] {
  return Object.keys(args.entries).filter((key) => !positional.includes(key))
}

function parsed(rest: readonly string[], options: readonly string[]): Words {
  try {
    const { values, positionals } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
    })
    return { values: values as Record<string, string | undefined>, positionals }
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause))
  }
}

async function audited(context: CommandContext, command: Command, args: Record<string, unknown>): Promise<Outcome> {
  const outcome = await command.run(context, args)
  await noteAction(context.db, {
    at: instant(context.clock),
    by: context.by,
    why: context.why,
    command: command.name,
    args: withoutTexts(args, command.confidential),
    outcome: 'kept' in outcome ? outcome.kept : command.isReading ? ['shown'] : outcome,
  })
  return outcome
}

function resultOf(outcome: Outcome): Operated {
  if (!('shown' in outcome)) return { ok: true, lines: outcome }
  const { shown: lines, isBad = false, session, files } = outcome
  return {
    ok: !isBad,
    lines,
    ...(isBad && { isBad }),
    ...(session !== undefined && { session }),
    ...(files && { files }),
  }
}

/** Members are told only that a request can't be read; the operator gets the field and its problem. */
function sentenceOf({ code, params }: DomainError): string {
  return code === 'bad_request' ? `${params['field']} ${params['problem']}.` : messageFor(code, 'en', params)
}
