import { UsageError } from '#server/cli/operator/command.ts'
import { commandIn, wordsOf } from '#server/cli/operator/operate.ts'

/** Lines of code of a paper: those of fences without what explains them, and what stands in backticks in prose. */
export function codeIn(text: string): string[] {
  return text
    .split(/^```.*$/m)
    .flatMap((part, n) =>
      n % 2 === 1
        ? part.split('\n').flatMap((line) => line.trim().split(/\s{2,}/)[0] ?? [])
        : [...part.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' ')),
    )
}

/**
 * What is wrong with an operator's command as a paper types it; undefined where nothing is, or where it is none. With
 * `npm run operator --` or `operator` before it, it must be one.
 */
export function faultOf(code: string): string | undefined {
  const [, start, typed = ''] = /^(?:\w+=\S+ )*(npm run operator -- |operator )?(.*)$/.exec(code) ?? []
  // Usage lines put in brackets what may be left out.
  const plain = typed.replaceAll(/\[([^\]]*)\]/g, '$1')
  const words = [...plain.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  // Some commands are called `operator` themselves.
  const line = start === 'operator ' && commandIn(['operator', ...words]) ? ['operator', ...words] : words
  const command = commandIn(line)
  if (!command) return start === undefined || line[0] === 'help' || !/^[a-z]/.test(typed) ? undefined : 'no command'
  try {
    wordsOf(command, line.slice(command.name.split(' ').length))
    return undefined
  } catch (cause) {
    if (cause instanceof UsageError) return cause.message
    throw cause
  }
}
