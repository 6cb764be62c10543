/** Who made a request, as far as a failed call's line in the log may say: no version finer than the first number. */
export interface UserAgent {
  /** `Voltfolio 1.0.709`, or absent where another client speaks. */
  app?: string
  browser: string
  platform: string
}

const longest = 256
// The first that fits wins: each browser also claims to be those after it.
const browsers = [
  ['Edge', /\bEdgA?\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[^ ]* .*Safari\//],
  ['Node', /\bNode\.js\/(\d{1,4})/],
] as const
const platforms = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/**
 * Reads the user-agent field (specification 7), which anybody may fill with anything: no more than 256 characters are
 * looked at, and nothing of it is passed on but names of ours with a number. Undefined where there is none.
 */
export function userAgentOf(field: string | undefined): UserAgent | undefined {
  if (!field) return undefined
  const text = field.slice(0, longest)
  const app = /^Voltfolio\/(\d{1,4}(?:\.\d{1,6}){0,3})(?: |$)/.exec(text)?.[1]
  const browser = browsers.find(([, pattern]) => pattern.test(text))
  const platform = platforms.find(([, pattern]) => pattern.test(text))
  return {
    ...(app !== undefined && { app: `Voltfolio ${app}` }),
    browser: browser ? `${browser[0]} ${browser[1].exec(text)?.[1] ?? ''}` : 'other',
    platform: platform?.[0] ?? 'other',
  }
}
