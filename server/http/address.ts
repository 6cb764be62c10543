import { isIP } from 'node:net'

/**
 * Who calls, as limits count it: an IPv4 address, or the /64 of an IPv6 address, because one line has all of those.
 * `hops` is the number of our own proxies in front; each appends whom it heard to `X-Forwarded-For`, so the caller
 * stands that far from the right. What stands further left was written by the caller, and is not read.
 */
export function callerAddress(forwarded: string | undefined, remote: string | undefined, hops: number): string {
  const written = hops > 0 ? (forwarded?.split(',') ?? []) : []
  const told = written.at(-hops) ?? written[0]
  return (told !== undefined && networkOf(told.trim())) || networkOf(remote ?? '') || 'unknown'
}

/** Undefined for what is no address. */
function networkOf(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(address) === 4) return address
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : undefined
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every form of an address alike, also one that ends in an IPv4 address.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const [front, back] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)]
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
}
