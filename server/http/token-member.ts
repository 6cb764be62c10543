/** Characters of an access token that are random: 256 bits. */
const randomLength = 43

/**
 * What an access token begins with, so that a call asks the one machine that holds its member. The digest of a token is
 * that of all of it: nobody can name another member.
 */
export function memberText(memberId: string): string {
  return Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Null for a token of an earlier server, which is random as a whole. `accessToken` is of 43 characters or 65. */
export function memberNamedIn(accessToken: string): string | null {
  const named = accessToken.slice(0, -randomLength)
  if (named === '') return null
  const hex = Buffer.from(named, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
