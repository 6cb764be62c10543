import type { BrowserContextOptions } from 'playwright-core'

/** A way to see the app: member, device and network. */
export interface Look {
  name: string
  size?: 'phone' | 'wide'
  context?: BrowserContextOptions
  language?: string
  /** A new member without any data. */
  isNew?: true
  /** The server is stopped before the walk. */
  isOffline?: true
  /** The size of text that the member asks of the browser, in percent. */
  textPercent?: number
}

const dark = { colorScheme: 'dark' } as const

export const looks: readonly Look[] = [
  { name: 'phone light' },
  { name: 'phone tall', context: { viewport: { width: 412, height: 2600 } } },
  { name: 'phone dark', context: dark },
  { name: 'phone arabic', language: 'ar' },
  { name: 'phone indonesian', language: 'id' },
  { name: 'phone landscape', context: { viewport: { width: 844, height: 390 } } },
  { name: 'narrow large text', context: { viewport: { width: 320, height: 640 } }, textPercent: 200 },
  { name: 'forced colours', context: { ...dark, forcedColors: 'active' } },
  { name: 'more contrast', context: { contrast: 'more' } },
  { name: 'wide light', size: 'wide' },
  { name: 'wide dark', size: 'wide', context: dark },
  { name: 'empty', isNew: true },
  // The last one, because it stops the server.
  { name: 'offline', isOffline: true },
]

export const lookNames: readonly string[] = looks.map((it) => it.name)
