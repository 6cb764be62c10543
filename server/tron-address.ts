import { readChecked } from './base58.ts'

/** The twenty bytes of an address, in hexadecimal, as logs name it. Throws RangeError where it isn't TRON's. */
export function bodyOf(address: string): string {
  const bytes = readChecked(address)
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new RangeError('is not an address of TRON')
  return bytes.subarray(1).toString('hex')
}
