/**
 * Whether the server asks at an address: by https, or by http on this machine. Credentials in an address would stand in
 * lists and logs.
 */
export function isOutsideUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isHere))
}
