import { appVersion } from '#protocol/headers.ts'

const longest = 256

/** The user-agent field of every request (specification 7): this app's version, then the browser's own user agent. */
export function userAgent(browser = globalThis.navigator?.userAgent ?? ''): string {
  return `Voltfolio/${appVersion} ${browser}`
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, longest)
    .trim()
}
