/** How texts reach phones: one POST to the gateway for each. */
export interface SmsGateway {
  url: string
  headers: Readonly<Record<string, string>>
  /** What is posted, with `{phone}` or `{digits}` (the phone without `+`) and `{text}` to be filled in. */
  body: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Undefined where none is set up. Throws with the variable's name, and never with its value: it may hold a secret. */
export function readSmsGateway(env: Env): SmsGateway | undefined {
  const url = env['SMS_URL']
  if (!url) return undefined
  // Anybody could spend the operator's money at the gateway.
  if (env['DEMO'] !== '0') throw new Error('SMS_URL needs DEMO=0: a demonstration sends no texts')
  rejectUnsafe(url)
  const headers = { 'content-type': 'application/json', ...readHeaders(env['SMS_HEADERS'] || '{}') }
  const gateway = { url, headers, body: env['SMS_BODY'] || '{"to":"{phone}","text":"{text}"}' }
  rejectUnfit(gateway)
  return gateway
}

/** The body of one text. What is filled in is escaped as the content type wants it. */
export function bodyFor({ headers, body }: SmsGateway, { phone, text }: { phone: string; text: string }): string {
  const escape = isJson(headers) ? (it: string) => JSON.stringify(it).slice(1, -1) : encodeURIComponent
  const values: Record<string, string> = { phone, digits: phone.replace(/^\+/, ''), text }
  return body.replaceAll(/\{(phone|digits|text)\}/g, (_, name: string) => escape(values[name] ?? ''))
}

function rejectUnsafe(text: string): void {
  if (!URL.canParse(text)) throw new Error('SMS_URL is not an address')
  const { protocol, hostname, username, password } = new URL(text)
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new Error('SMS_URL must begin with https: (http: on this machine only), because codes travel to it')
  if (username || password) throw new Error('SMS_URL holds a password: put it into SMS_HEADERS')
}

function readHeaders(text: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error('no object')
    if (!Object.values(read).every((it) => typeof it === 'string')) throw new Error('no texts')
    return Object.fromEntries(new Headers(read as Record<string, string>))
  } catch {
    throw new Error('SMS_HEADERS must be JSON: {"authorization": "Bearer …"}')
  }
}

function rejectUnfit(gateway: SmsGateway): void {
  if (!isJson(gateway.headers) && !gateway.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Error('SMS_HEADERS must have application/json or application/x-www-form-urlencoded as its content-type')
  if (!/\{(phone|digits)\}/.test(gateway.body) || !gateway.body.includes('{text}'))
    throw new Error('SMS_BODY must hold {phone} or {digits}, and {text}')
  if (!isJson(gateway.headers)) return
  try {
    JSON.parse(bodyFor(gateway, { phone: '+6281200000001', text: '"a" \\ text' }))
  } catch {
    throw new Error('SMS_BODY is no JSON once it is filled in: placeholders stand within quotes')
  }
}

function isJson(headers: SmsGateway['headers']): boolean {
  return /^application\/([\w.]+\+)?json\b/.test(headers['content-type'] ?? '')
}
