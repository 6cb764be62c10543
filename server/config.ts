import { join, resolve } from 'node:path'
import { readDatabaseUrl } from './database-address.ts'
import { isOutsideUrl } from './outside-url.ts'
import { readSmsGateway, type SmsGateway } from './sms-gateway.ts'
import { readTron, type TronConfig } from './tron-config.ts'

/** Data keys as a key management service encrypted them, the first one for new values, and how to decrypt them. */
export interface WrappedKeys {
  /** Run by the shell: gets one encrypted key on stdin, prints the key. */
  command: string
  texts: readonly string[]
}

/**
 * Everything the person who runs the server can set. All of it comes from the environment; no secret stands in code.
 */
export interface Config {
  host: string
  port: number
  /** Where the embedded database lives. Unused with `databaseUrl`. */
  dataDir: string
  databaseUrl: string | undefined
  /** The same database for who owns its tables, to migrate; undefined: `databaseUrl` is for the owner. */
  databaseOwnerUrl: string | undefined
  /** Demo member, demo money, simulator, ribbon. */
  demo: boolean
  /** Key of `/metrics`; undefined: nobody reads them. */
  metricsKey: string | undefined
  /**
   * Keys for card and ID numbers: the first one encrypts, all of them decrypt. Empty: a file in `dataDir` holds them.
   */
  cardKeys: readonly Buffer[]
  /** False where no such file may be made: what a key of one's own encrypts, the server can't read. */
  mayMakeKeys?: boolean
  /** The same keys where they are encrypted with one of a key management service; in place of `cardKeys`. */
  wrappedCardKeys?: WrappedKeys | undefined
  /** Origin people use, for links and secure cookies, as `URL` writes it: `https://app.example`. */
  publicOrigin: string | undefined
  /** How many proxies of ours stand in front, each of which appends to `X-Forwarded-For`. */
  trustedProxies: number
  /** `mailto:` or `https:` address that push services may write to. */
  pushContact: string
  /** Hosts pushes may be sent to, besides the well-known services, also by http; none with real members. */
  extraPushHosts: readonly string[]
  /** What sends codes to phones; undefined where it is not set up, and always in a demonstration. */
  sms: SmsGateway | undefined
  /** How real USDT is received; undefined where it is not set up, and always in a demonstration. */
  tron: TronConfig | undefined
  /** Keys of GBFS feeds, by the variables `GBFS_KEY_…` that hold them. */
  gbfsKeys: Readonly<Record<string, string>>
  /** Hosts of GBFS feeds that may be of this machine or of a private network. */
  gbfsPrivateHosts: readonly string[]
  /** The PMTiles archive with the streets of the maps; undefined where maps show none. */
  tiles: string | undefined
  /** Where the built app is. */
  distDir: string
  /** Whether a visitor's first document comes with Home's content; '0' for tests that look at one page only. */
  drawsVisitorPage: boolean
}

/** Streets that were drawn for the demonstration (build/demo-streets). */
const demoTiles = join(import.meta.dirname, 'demo-streets.pmtiles')

/**
 * Reads the configuration; a variable that is empty counts as not set. Throws with the variable's name where a value
 * can't be meant.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: readPort(env['PORT'] || '8080'),
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseOwnerUrl: readOwnerUrl(env),
    demo: readSwitch(env, 'DEMO'),
    metricsKey: readMetricsKey(env),
    cardKeys: env['KEY_COMMAND'] ? [] : cardKeysOf(env),
    wrappedCardKeys: wrappedKeysOf(env),
    publicOrigin: readPublicOrigin(env),
    trustedProxies: readProxies(env['TRUST_PROXY'] || '0'),
    pushContact: readPushContact(env['PUSH_CONTACT'] || 'mailto:operator@voltfolio.invalid'),
    extraPushHosts: readExtraPushHosts(env),
    sms: readSmsGateway(env),
    tron: readTron(env),
    gbfsKeys: Object.fromEntries(
      Object.entries(env).flatMap(([name, key]) => (name.startsWith('GBFS_KEY_') && key ? [[name, key]] : [])),
    ),
    gbfsPrivateHosts: readPrivateHosts(env['GBFS_PRIVATE_HOSTS'] || ''),
    tiles: readTiles(env),
    distDir: env['DIST_DIR'] || 'dist',
    drawsVisitorPage: readSwitch(env, 'VISITOR_PAGE'),
  }
}

/** A key as it is written in the environment and in the file: 32 bytes, base64url or hex. Null for anything else. */
export function readMasterKey(text: string): Buffer | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  return bytes.length === 32 ? bytes : null
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`PORT is not a port, as 8080 is: ${text}`)
  return Number(text)
}

function readDataDir(env: Readonly<Record<string, string | undefined>>): string {
  return env['DATA_DIR'] || '.data'
}

function readPublicOrigin(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env['PUBLIC_ORIGIN']
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  // What is more than an origin (a path, a query, a user) stands behind it.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('PUBLIC_ORIGIN is not the address of a site alone, as in: https://app.example')
  // Without https there are no secure cookies, and browsers allow neither service workers nor passkeys.
  if (env['DEMO'] === '0' && !isOutsideUrl(url.origin))
    throw new Error('PUBLIC_ORIGIN must begin with https: (http: on this machine only), as in: https://app.example')
  return url.origin
}

/** Push services want one of both; with anything else each push would fail until it is a day old. */
function readPushContact(text: string): string {
  const { protocol, pathname } = URL.canParse(text) ? new URL(text) : { protocol: '', pathname: '' }
  if (protocol !== 'https:' && !(protocol === 'mailto:' && pathname.includes('@')))
    throw new Error('PUSH_CONTACT is neither a mailto: nor an https: address, as in: mailto:ops@app.example')
  return text
}

/** A member's subscription could make the server send requests to such a host. */
function readExtraPushHosts(env: Readonly<Record<string, string | undefined>>): string[] {
  const hosts = (env['EXTRA_PUSH_HOSTS'] ?? '').split(',').filter(Boolean)
  if (hosts.length > 0 && env['DEMO'] === '0')
    throw new Error('EXTRA_PUSH_HOSTS is for tests: with DEMO=0 leave it out, pushes go to the known services only')
  return hosts
}

/** Hosts without scheme and port, as `hostOf` gives those of an address. */
function readPrivateHosts(text: string): string[] {
  const hosts = text
    .split(',')
    .map((it) => it.trim().toLowerCase())
    .filter(Boolean)
  if (hosts.some((it) => !/^[a-z0-9.-]+$|^[0-9a-f:.]+$/.test(it)))
    throw new Error(
      'GBFS_PRIVATE_HOSTS are names or IP addresses between commas, without a port: fleet.internal,10.0.0.5',
    )
  return hosts
}

function readOwnerUrl(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const url = readDatabaseUrl(env, 'DATABASE_OWNER_URL')
  if (url !== undefined && !env['DATABASE_URL'])
    throw new Error('DATABASE_OWNER_URL needs DATABASE_URL, of the same database')
  return url
}

/** On unless it is 0. Anything else would be a mistake: `false`, `no`. */
function readSwitch(env: Readonly<Record<string, string | undefined>>, name: 'DEMO' | 'VISITOR_PAGE'): boolean {
  const text = env[name] ?? ''
  if (!['', '0', '1'].includes(text)) throw new Error(`${name} is neither 0 nor 1: ${text}`)
  return text !== '0'
}

function readMetricsKey(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = env['METRICS_KEY'] || undefined
  if (key !== undefined && key.length < 16) throw new Error('METRICS_KEY must have at least 16 characters')
  return key
}

function readProxies(text: string): number {
  if (!/^([0-9]|10)$/.test(text)) throw new Error(`TRUST_PROXY is not a number of proxies: ${text}`)
  return Number(text)
}

function wrappedKeysOf(env: Readonly<Record<string, string | undefined>>): WrappedKeys | undefined {
  const command = env['KEY_COMMAND']
  if (!command) return undefined
  const texts = cardKeyTexts(env).map(([, text]) => text)
  if (texts.length === 0) throw new Error('KEY_COMMAND needs CARD_KEY: the key as the service encrypted it')
  return { command, texts }
}

/** The keys with the name of their variable, as they are written there. */
function cardKeyTexts(env: Readonly<Record<string, string | undefined>>): (readonly [name: string, text: string])[] {
  const old = (env['CARD_KEYS_OLD'] ?? '').split(',').filter(Boolean)
  if (!env['CARD_KEY']) {
    if (old.length > 0) throw new Error('CARD_KEYS_OLD needs CARD_KEY, which encrypts (openssl rand -hex 32 makes one)')
    return []
  }
  return [['CARD_KEY', env['CARD_KEY']], ...old.map((it) => ['CARD_KEYS_OLD', it] as const)]
}

function cardKeysOf(env: Readonly<Record<string, string | undefined>>): Buffer[] {
  return cardKeyTexts(env).map(([name, text]) => {
    const key = readMasterKey(text)
    if (!key) throw new Error(`${name} must be 32 bytes, as base64url or hex`)
    return key
  })
}

/** A path within the data directory, or an absolute one. A demonstration has its own streets; `0` takes them away. */
function readTiles(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env['TILES'] === '0') return undefined
  if (env['TILES']) return resolve(readDataDir(env), env['TILES'])
  return env['DEMO'] === '0' ? undefined : demoTiles
}
