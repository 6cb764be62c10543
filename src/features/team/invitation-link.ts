/**
 * The member's link as it can be sent to someone: the template's `{code}` filled in (specification 3), and this app's
 * own address before it where the server doesn't know under which name it is reached.
 */
export function invitationLink(template: string, code: string, origin: string): string {
  const filled = template.replaceAll('{code}', encodeURIComponent(code))
  return filled.startsWith('/') ? `${origin}${filled}` : filled
}
