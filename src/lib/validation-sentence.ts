/**
 * The sentence for a validation error of a form, by its code. What is no code is a sentence already, as the server's
 * is.
 */
export function validationSentence(
  words: Readonly<Record<string, string>>,
  message: string | undefined,
): string | undefined {
  return message === undefined ? undefined : (words[message] ?? message)
}
