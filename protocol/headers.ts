/** Names of the headers of section 7, and of ours. */
export const header = {
  appType: 'x-app-type',
  version: 'x-app-version',
  versionCode: 'x-app-version-code',
  country: 'x-country',
  language: 'x-language',
  key: 'idempotency-key',
  /** Which installation speaks; a random id kept beside the outbox. */
  device: 'x-device',
  /** The command's place in its device's sequence; lets the server tell a device that it lost its storage. */
  sequence: 'x-sequence',
  /** The sealed `{password}` of a transaction, as base64url of its JSON: beside the body, so that a retry sends the same body whatever the seal. */
  proof: 'x-transaction-proof',
  /** On every answer of ours: a captive portal's 200 does not carry it. */
  ours: 'x-voltfolio',
} as const

export const appVersion = '1.0.709'
export const appVersionCode = 1709
/** The oldest client the server still understands: two protocol versions before (design: offline). */
export const oldestVersionCode = 1707
export const prefix = '/wx/'
export const requestTimeoutMs = 60_000
/** Largest request body the server reads, in bytes. */
export const bodyLimitBytes = 64 * 1024
