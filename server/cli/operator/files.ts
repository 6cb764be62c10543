import { readFileSync, realpathSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { Command } from './command.ts'
import { optionOf } from './command.ts'

/** A file whose text a command takes: its name and what is in it. */
export interface GivenFile {
  name: string
  text: string
}

/** An argument that is typed as a file's path and travels as its name, a line break and its text. */
export const TextFile = v.pipe(
  v.string(),
  v.regex(/^[^/\n]+\n/, 'must be a file'),
  v.transform((it): GivenFile => ({ name: it.slice(0, it.indexOf('\n')), text: it.slice(it.indexOf('\n') + 1) })),
)

/** An argument that is a path of this machine. It travels as an absolute one. */
export const Path = v.pipe(
  v.string(),
  v.nonEmpty('must be a path'),
  v.maxLength(4000),
  v.regex(/^[^\n]+$/, 'must be a path'),
)

/**
 * A command line with the text of files in place of their paths, and with absolute paths. The server that runs the
 * command may stand in another folder, or on another machine. `read` throws where a file can't be read.
 */
export function withFiles(
  command: Command,
  argv: readonly string[],
  read: (path: string) => string,
): readonly string[] {
  const [files, paths] = [placesOf(command, argv, TextFile), placesOf(command, argv, Path)]
  return argv.map((it, index) =>
    files.includes(index) ? `${basename(it)}\n${read(it)}` : paths.includes(index) ? resolve(it) : it,
  )
}

/**
 * Whether a command is for those who have the machine: it works without a server, or on files of its own choice, as
 * whoever makes a backup has all that the server has. With `OPERATOR_FILES` it doesn't run.
 */
export function isForTheMachine({ args, transactions }: Command): boolean {
  return transactions === 'alone' || Object.values<unknown>(args.entries).includes(Path)
}

/** Where in a command line its arguments of a kind stand. */
export function placesOf(command: Command, argv: readonly string[], schema: v.GenericSchema): number[] {
  const places = tokensOf(command, argv)
    .flatMap((it) => (it.kind === 'positional' ? [it.index] : []))
    .slice(command.name.split(' ').length)
  return command.positional.flatMap((key, n) => (command.args.entries[key] === schema ? (places[n] ?? []) : []))
}

/** What a command line has behind an option, without its dashes; undefined where it isn't there. */
export function optionIn(command: Command, argv: readonly string[], option: string): string | undefined {
  return tokensOf(command, argv)
    .flatMap((it) => (it.kind === 'option' && it.name === option ? [it.value] : []))
    .at(-1)
}

function tokensOf(command: Command, argv: readonly string[]) {
  const options = Object.fromEntries(
    [...Object.keys(command.args.entries).map(optionOf), 'as', 'why'].map((it) => [it, { type: 'string' as const }]),
  )
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true }).tokens
}

/**
 * The text of a file. With `only`, a folder (the variable `OPERATOR_FILES`), no file outside it is read: a command that
 * runs as the server's own user could show its keys. Throws as node:fs does.
 */
export function readGiven(path: string, only: string | undefined): string {
  const real = realpathSync(path)
  if (only && !isWithin(realpathSync(only), real))
    throw Object.assign(new Error('outside OPERATOR_FILES'), { path, syscall: 'open' })
  return readFileSync(real, 'utf8')
}

/** Whether a real path is a real folder or lies in it. */
export function isWithin(folder: string, real: string): boolean {
  return !relative(folder, real).startsWith('..')
}

/**
 * Arguments as the audit keeps them: of a file its name and length, for its text is stored as what it became, and of
 * those that are confidential that they were given.
 */
export function withoutTexts(args: Record<string, unknown>, confidential: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      isFile(value)
        ? `${value.name}, ${value.text.length} characters`
        : value !== undefined && confidential.includes(key)
          ? 'given'
          : value,
    ]),
  )
}

function isFile(value: unknown): value is GivenFile {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value
}
