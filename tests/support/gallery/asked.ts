/** Parameters of the address: `?page=fields&theme=dark&dir=rtl&text=200&lang=ar&base=green`. */
export const asked = new URLSearchParams(location.search)

/** The same address with other parameters. */
export function asking(change: Record<string, string>): string {
  const next = new URLSearchParams(asked)
  for (const [name, value] of Object.entries(change)) next.set(name, value)
  return `?${next}`
}
