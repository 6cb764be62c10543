/**
 * The member's invitation link: the template with the code in place of `{code}` (specification 3). The app's own origin
 * precedes it where the server doesn't know its public name.
 */
export function invitationLink(template: string, code: string, origin: string): string {
  const filled = template.replaceAll('{code}', encodeURIComponent(code))
  return filled.startsWith('/') ? `${origin}${filled}` : filled
}
