/**
 * What may be opened outside the app: complete addresses of known kinds. `javascript:` and `data:` would run in the
 * app's name, and a relative address leads somewhere else on each page.
 */
export type WebAddress =
  /** A page; `origin` is what the operator's list is compared with, `host` what the member is told. */
  { kind: 'page'; url: string; origin: string; host: string } | { kind: 'mail' | 'phone'; url: string }

// Plain ASCII, as it travels: a name in other letters may look like another. No user name: it would pass for the host.
const page = /^(https?):\/\/([a-z\d-]+(?:\.[a-z\d-]+)*)(?::(\d{1,5}))?(?=$|[/?#])([!-~]*)$/i

/** Parses an address. Null for anything that is not exactly one of them; throws nothing. */
export function webAddress(text: string): WebAddress | null {
  if (text.length > 2000) return null
  if (/^mailto:[\w.+-]{1,64}@[a-z\d.-]{1,190}$/i.test(text)) return { kind: 'mail', url: text }
  if (/^tel:\+?\d[\d.()-]{2,24}$/.test(text)) return { kind: 'phone', url: text }
  const [, scheme = '', name = '', port, rest = ''] = page.exec(text) ?? []
  const [protocol, hostname] = [scheme.toLowerCase(), name.toLowerCase()]
  // Unencrypted pages only from the machine itself, for development and tests.
  if (protocol !== 'https' && !(protocol === 'http' && ['127.0.0.1', 'localhost'].includes(hostname))) return null
  const host = port === undefined || Number(port) === usualPort[protocol] ? hostname : `${hostname}:${Number(port)}`
  const origin = `${protocol}://${host}`
  return { kind: 'page', url: `${origin}${rest}`, origin, host }
}

const usualPort: Readonly<Record<string, number>> = { https: 443, http: 80 }

/** An origin as the operator writes it, `https://example.org`; null where something else stands behind it. */
export function webOrigin(text: string): string | null {
  const address = webAddress(text)
  return address?.kind === 'page' && ['', '/'].includes(address.url.slice(address.origin.length))
    ? address.origin
    : null
}
