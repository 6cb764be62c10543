import { charactersOf } from './characters.ts'

/**
 * A phone number with the four characters from position 4 hidden (specification 5): `138****5678`, `+62****0000001`.
 * Shorter text is hidden from there to its end.
 */
export function maskPhone(phone: string): string {
  return charactersOf(phone)
    .map((it, index) => (index >= 3 && index < 7 ? '*' : it))
    .join('')
}

/** The last four characters of a card or document number behind dots; none of it where it has no more than four. */
export function maskNumber(number: string): string {
  const plain = number.replace(/\s/g, '')
  return plain.length > 4 ? `•••• ${plain.slice(-4)}` : '••••'
}

/** A name before strangers (the barrage, the light of the pool): its first letter and three stars. */
export function maskName(name: string): string {
  const first = charactersOf(name.trim())[0]
  return first === undefined ? '***' : `${first}***`
}
