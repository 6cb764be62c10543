import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { instant } from '../../clock.ts'
import { noteAction } from '../../db/operator-actions.ts'
import { messageFor } from '../../http/messages.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { AloneContext, Command, CommandContext, Standalone } from './command.ts'
import { optionOf, usageOf } from './command.ts'
import { commands } from './commands.ts'
import { withoutTexts } from './files.ts'

/** A command's result: lines to print, and whether it succeeded. */
export interface Operated {
  ok: boolean
  lines: readonly string[]
}

/**
 * Runs a command line. A command that changes something runs in one transaction with its audit row: neither is stored
 * without the other. A DomainError becomes lines; any other error is thrown.
 */
export async function operate(
  { database, ...rest }: Omit<CommandContext, 'db' | 'by' | 'why'>,
  argv: readonly string[],
): Promise<Operated> {
  return await answering(argv, async (command, { args, ...by }) => {
    if (command.transactions === 'alone')
      throw new DomainError('bad_request', { field: command.name, problem: 'needs the server stopped' })
    const context = { db: database.kysely, database, ...by, ...rest }
    if (command.isReading) return { ok: true, lines: shown(await command.run(context, args)) }
    const lines =
      command.transactions === 'own'
        ? await audited(context, command, args)
        : await database.inTransaction((db) => audited({ ...context, db }, command, args))
    return { ok: true, lines }
  })
}

/** Runs a command line of `standalone` where no server runs; undefined for any other. */
export function operateAlone(
  context: Omit<AloneContext, 'by' | 'why'>,
  argv: readonly string[],
): Promise<Operated> | undefined {
  if (!isStandalone(commandIn(argv))) return undefined
  return answering(argv, async (command, { args, ...by }) => {
    if (!isStandalone(command)) throw new TypeError(`${command.name} needs a database`)
    return await command.runAlone({ ...context, ...by }, args)
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
  if (!command) return { ok: argv.length === 0 || argv[0] === 'help', lines: helpOn(argv) }
  try {
    return await run(command, read(command, argv.slice(command.name.split(' ').length)))
  } catch (cause) {
    if (cause instanceof UsageError)
      return { ok: false, lines: [cause.message, `Usage: npm run operator -- ${usageOf(command)}`] }
    if (cause instanceof DomainError) return { ok: false, lines: [sentenceOf(cause), 'Nothing was changed.'] }
    throw cause
  }
}

/** Every command, or those whose name begins with what was typed. */
export function helpOn(argv: readonly string[]): string[] {
  const words = argv.filter((it) => it !== 'help')
  const fitting = commands.filter((it) => words.every((word, n) => it.name.split(' ')[n] === word))
  const unknown = fitting.length === 0 ? [`There is no command "${words.join(' ')}".`, ''] : []
  return [
    ...unknown,
    'npm run operator -- COMMAND',
    '',
    ...(fitting.length > 0 ? fitting : commands).flatMap((it) => [`  ${usageOf(it)}`, `      ${it.says}.`]),
    '',
    'Amounts are written 12.50. What changes something needs --as (who you are) and --why: both are kept for ever beside what was done.',
  ]
}

class UsageError extends Error {}

/** The command that a command line names. */
export function commandIn(argv: readonly string[]): Command | undefined {
  if (argv.includes('--help')) return undefined
  return commands.find(({ name }) => name.split(' ').every((word, n) => argv[n] === word))
}

interface Given {
  args: Record<string, unknown>
  by: string
  why: string
}

function read(command: Command, rest: readonly string[]): Given {
  const keys = Object.keys(command.args.entries).filter((key) => !command.positional.includes(key))
  const typed = parsed(rest, [...keys.map(optionOf), 'as', 'why'])
  const [as, why] = [typed.values['as']?.trim() ?? '', typed.values['why']?.trim() ?? '']
  if (!command.isReading && (as === '' || why === ''))
    throw new UsageError('Who does this, and why? Give --as NAME and --why TEXT.')
  if (typed.positionals.length > command.positional.length)
    throw new UsageError(`"${typed.positionals[command.positional.length]}" is one word too many.`)
  const given = Object.fromEntries(
    [
      ...command.positional.map((key, n) => [key, typed.positionals[n]] as const),
      ...keys.map((key) => [key, typed.values[optionOf(key)]] as const),
    ].filter(([, value]) => value !== undefined),
  )
  const result = v.safeParse(command.args, given, { abortEarly: true })
  if (!result.success) {
    const issue = result.issues[0]
    const key = v.getDotPath(issue) ?? ''
    throw new UsageError(given[key] === undefined ? `${key} is missing.` : `${key} ${issue.message}.`)
  }
  return { args: result.output, by: as, why }
}

function parsed(
  rest: readonly string[],
  options: readonly string[],
): { values: Record<string, string | undefined>; positionals: string[] } {
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

async function audited(
  context: CommandContext,
  command: Command,
  args: Record<string, unknown>,
): Promise<readonly string[]> {
  const outcome = await command.run(context, args)
  const kept = 'kept' in outcome ? outcome.kept : outcome
  await noteAction(context.db, {
    at: instant(context.clock),
    byName: context.by,
    why: context.why,
    command: command.name,
    args: withoutTexts(args),
    outcome: kept,
  })
  return shown(outcome)
}

function shown(outcome: Awaited<ReturnType<Command['run']>>): readonly string[] {
  return 'shown' in outcome ? outcome.shown : outcome
}

/** Members are told only that a request can't be read; the operator gets the field and its problem. */
function sentenceOf({ code, params }: DomainError): string {
  return code === 'bad_request' ? `${params['field']} ${params['problem']}.` : messageFor(code, 'en', params)
}
