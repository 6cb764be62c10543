import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const priv = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  priv.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  priv.addSubnet(net, prefix, 'ipv6')

/** A request was to go where only this machine or its own network can. */
export class PrivateAddress extends Error {}

/** Whether an IP address is of this machine or of a private network, as an IPv4 address in IPv6 too. Names aren't. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 6) return priv.check(address, 'ipv6') || v4In(address).some((it) => priv.check(it, 'ipv4'))
  return version === 4 && priv.check(address, 'ipv4')
}

/** The IPv4 address that a translator would reach by an address of NAT64 (64:ff9b::/96) or of 6to4 (2002::/16). */
function v4In(address: string): string[] {
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((it) => it.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  const words = groups.map((it) => Number.parseInt(it, 16))
  const at = words[0] === 0x2002 ? 1 : words.slice(0, 6).join() === [0x64, 0xff9b, 0, 0, 0, 0].join() ? 6 : undefined
  if (at === undefined) return []
  return [
    words
      .slice(at, at + 2)
      .flatMap((it) => [it >> 8, it & 255])
      .join('.'),
  ]
}

/** The host of an address as requests resolve it: an IPv6 address without its brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Whether a host is, or a name resolves to, such an address. A name that can't be resolved leads nowhere. */
export async function leadsToPrivate(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isPrivateAddress(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.some((it) => isPrivateAddress(it.address))
}

/**
 * Resolves a name for a request, and fails with PrivateAddress where one of its addresses is private. A request that
 * takes it connects to nothing else: a name that was asked before could lead elsewhere by then. An address in place of
 * a name isn't resolved: ask `isPrivateAddress`.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...(options as LookupOptions), all: true }, (problem, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (problem || !first) callback(problem ?? new Error(`${hostname} has no address`), '', 0)
    else if (addresses.some((it) => isPrivateAddress(it.address))) callback(new PrivateAddress(hostname), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
