/** Names of the headers of section 7, and of ours. */
export const header = {
  appType: 'x-app-type',
  version: 'x-app-version',
  versionCode: 'x-app-version-code',
  country: 'x-country',
  language: 'x-language',
  /** Which browser on which system; for the log of failed calls. */
  userAgent: 'x-user-agent',
  key: 'idempotency-key',
  /** Which installation speaks; a random id stored beside the outbox. */
  device: 'x-device',
  /** The command's place in its device's sequence; lets the server tell a device that it lost its storage. */
  sequence: 'x-sequence',
  /**
   * The encrypted `{password}` of a transaction, base64url of its JSON. Outside the body, so that a retry sends the
   * same body.
   */
  proof: 'x-transaction-proof',
  /** On every answer of ours: a captive portal's 200 does not carry it. */
  ours: 'x-voltfolio',
} as const

export const appVersion = '1.0.709'
export const appVersionCode = 1709
/** The version of whoever says none (specification 9). */
export const defaultVersion = '1.0.0'
/** The oldest client the server still understands: two protocol versions before (docs/offline.md, "Updates"). */
export const oldestVersionCode = 1707
export const prefix = '/wx/'
export const requestTimeoutMs = 60_000
/** Largest request body the server reads, in bytes. */
export const bodyLimitBytes = 64 * 1024
