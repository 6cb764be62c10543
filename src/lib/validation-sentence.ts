/**
 * The sentence for a form's validation error, by its code. Text that is no code, such as the server's own sentence, is
 * returned unchanged.
 */
export function validationSentence(
  words: Readonly<Record<string, string>>,
  message: string | undefined,
): string | undefined {
  return message === undefined ? undefined : (words[message] ?? message)
}
