/**
 * A line as a terminal shows it: signs that would move the cursor, change colours, hide text, begin a new line or turn
 * the reading direction stand as JSON writes them, so that JSON stays what it was. Members write names and messages,
 * and a terminal would carry out what is hidden in them.
 */
export function terminalText(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
