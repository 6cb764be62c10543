import type { ManifestOptions } from 'vite-plugin-pwa'

const page = (route: string) => `./#${route}`

/**
 * `npm run tour -- store` renders them. App stores and install dialogs use them, so the worker doesn't precache them.
 */
const screenshots: ManifestOptions['screenshots'] = [
  narrow(1, 'What your machines earned today'),
  narrow(2, 'What a unit really earned beside what is projected'),
  narrow(3, 'A unit of yours and what its machine did'),
  narrow(4, 'Checking in without a network'),
  wide(1, 'Home on a wide screen'),
  wide(2, 'Your wallets and machines on a wide screen'),
]

/** The manifest of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: './',
  name: 'Voltfolio',
  short_name: 'Voltfolio',
  description: 'Own shares of vehicles and charging piles and earn what those machines really take in.',
  lang: 'en',
  start_url: './',
  scope: './',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // src/shell/follow-launches.ts goes to where a link or a shortcut leads, without loading the page anew.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  orientation: 'any',
  theme_color: '#5b2bb5',
  background_color: '#f6f5fa',
  categories: ['finance', 'business'],
  icons: [
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: 'icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Check in', url: page('/pages/my/checkIn'), icons: shortcutIcon('calendar') },
    { name: 'My products', url: page('/subPages/product/myProduct'), icons: shortcutIcon('car') },
    { name: 'Wallet', url: page('/pages/my/historyList'), icons: shortcutIcon('wallet') },
  ],
  // src/shell/shared.ts reads it at the start. A GET of the app's page works offline.
  share_target: {
    action: './',
    method: 'GET',
    params: { title: 'shared-title', text: 'shared-text', url: 'shared-url' },
  },
  screenshots,
}

function shortcutIcon(name: string) {
  return [{ src: `icons/shortcut-${name}.png`, sizes: '96x96', type: 'image/png' }]
}

function narrow(number: number, label: string) {
  return {
    src: `screenshots/narrow-${number}.png`,
    sizes: '824x1830',
    type: 'image/png',
    form_factor: 'narrow' as const,
    label,
  }
}

function wide(number: number, label: string) {
  return {
    src: `screenshots/wide-${number}.png`,
    sizes: '1920x1080',
    type: 'image/png',
    form_factor: 'wide' as const,
    label,
  }
}
