/**
 * A member's name that only they recognise: the first letter of the nickname, else the last two digits of the phone.
 */
export function maskedName(member: { nickname: string | null; phone: string }): string {
  const [first] = member.nickname?.trim() ?? ''
  return first === undefined ? `***${member.phone.slice(-2)}` : `${first.toUpperCase()}***`
}
