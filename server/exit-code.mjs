import { constants } from 'node:os'

const asked = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * What a process ends with whose child ended with `code`, or by a signal: nothing is wrong where that was to end it.
 * What keeps it running must see a crash, such as SIGABRT where memory ran out.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  if (code !== null) return code
  return signal === null || asked.includes(signal) ? 0 : 128 + constants.signals[signal]
}
