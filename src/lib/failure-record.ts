import { instant } from './clock.ts'

/** A failure as it is saved: without anything that could sign a member in, pay, or name a person. */
export interface FailureRecord {
  /** Milliseconds since 1970, of the last time. */
  at: number
  where: string
  name: string
  message: string
  /** First lines of the stack. */
  stack: string[]
  buildId: string
  /** How often the same failure came. */
  count: number
}

const recordLimit = 50
const stackLines = 4
const textLimit = 300

/** Makes a record of anything that was thrown. */
export function recordOf(error: unknown, where: string, at: number, buildId: string): FailureRecord {
  const { name, message, stack, cause } = detailsOf(error)
  const whole = cause instanceof Error ? `${message} (${cause.name}: ${cause.message})` : message
  return { at, where, name: redact(name), message: redact(whole), stack: linesOf(stack, message), buildId, count: 1 }
}

/** The newest 50 records, newest first. The same failure from the same place and build is one record with its count. */
export function withRecord(records: readonly FailureRecord[], record: FailureRecord): FailureRecord[] {
  const same = records.find((it) => identityOf(it) === identityOf(record))
  const others = records.filter((it) => it !== same)
  return [{ ...record, count: record.count + (same?.count ?? 0) }, ...others].slice(0, recordLimit)
}

/** The newest 50 of both lists, newest first. A record that is in both has the higher count of the two. */
export function merged(one: readonly FailureRecord[], other: readonly FailureRecord[]): FailureRecord[] {
  const all = new Map<string, FailureRecord>()
  for (const record of [...one, ...other]) {
    const same = all.get(identityOf(record))
    if (!same || same.count < record.count) all.set(identityOf(record), record)
  }
  return [...all.values()].toSorted((a, b) => b.at - a.at).slice(0, recordLimit)
}

/** Records as they were stored, perhaps by another build; leaves out what isn't one. */
export function recordsIn(stored: unknown): FailureRecord[] {
  return Array.isArray(stored) ? stored.filter(isRecord) : []
}

/** Records as plain text, for a message to the app's developers. */
export function textOf(records: readonly FailureRecord[]): string {
  return records
    .map(({ at, where, name, message, stack, buildId, count }) =>
      [`${instant(at)} ×${count} [${buildId}] ${where}: ${name}: ${message}`, ...stack].join('\n  '),
    )
    .join('\n')
}

/** Removes tokens, secrets after their names, query strings, and six or more digits in a row: phones, cards, codes. */
export function redact(text: string): string {
  return text
    .slice(0, textLimit * 4)
    .replaceAll(/\?[^\s'")]+/g, '?…')
    .replaceAll(
      /\b(\w*(?:password|token|secret|code|pin|key|authorization))(["']?\s*[:=]\s*)(?:(?:bearer|basic) )?["']?[^\s"',}]+["']?/gi,
      '$1$2…',
    )
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replaceAll(/[\w-]{20,}(?:\.[\w-]+)*/g, (word) => (isToken(word) ? '…' : word))
    .replaceAll(/(\.js:\d+:\d+)|\d(?:[ -]?\d){5,}/g, (_, place: string | undefined) => place ?? '#')
    .slice(0, textLimit)
}

/** Tokens and ids mix letters and digits. Names of functions and of the build's files stay readable. */
function isToken(word: string): boolean {
  return /\d/.test(word) && !/\.(js|css|ts|html)$/.test(word)
}

function detailsOf(error: unknown): { name: string; message: string; stack: string; cause?: unknown } {
  if (error instanceof Error)
    return { name: error.name, message: error.message, stack: error.stack ?? '', cause: error.cause }
  return { name: typeof error, message: String(error), stack: '' }
}

/** Chromium repeats the message in the first line of a stack. */
function linesOf(stack: string, message: string): string[] {
  const lines = (stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack).split('\n')
  return lines
    .map((line) => redact(line.trim()))
    .filter((line) => line !== '')
    .slice(0, stackLines)
}

function identityOf({ where, name, message, buildId }: FailureRecord): string {
  return JSON.stringify([where, name, message, buildId])
}

function isRecord(it: unknown): it is FailureRecord {
  const record = it as Partial<FailureRecord> | null
  return (
    typeof record === 'object' &&
    record !== null &&
    [record.at, record.count].every((value) => typeof value === 'number') &&
    [record.where, record.name, record.message, record.buildId].every((value) => typeof value === 'string') &&
    Array.isArray(record.stack) &&
    record.stack.every((line) => typeof line === 'string')
  )
}
