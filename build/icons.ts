import { readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'

/**
 * Renders the PNG icons from `public/icons/favicon.svg`. Run it by hand when the logo changes: `node build/icons.ts`
 * (CHROME_PATH names the browser). A browser's own files are three times as large as they need to be: before they are
 * committed, each goes through `pngquant --quality 95-100 --strip 256` and `zopflipng` (Debian packages).
 */
const folder = new URL('../public/icons/', import.meta.url)
const mark = readFileSync(new URL('favicon.svg', folder), 'utf8')
const square = mark.replaceAll('rx="116"', '').replace(/M0 396.*?Z/, 'M0 396V0H512V116C300 120 130 240 0 396Z')
// Android crops a maskable icon to a circle of four fifths: the logo shrinks, and the background fills the square.
const maskable = square.replace('<g ', '<g transform="translate(256 256) scale(.78) translate(-259 -271)" ')
// Of a monochrome icon only the opacity counts: the background is removed, and the system fills the logo with its
// colour.
const monochrome = mark
  .replace(/<rect.*\/>\s*<path.*\/>/, '')
  .replaceAll(/#(fff|ffc44d)/g, '#000')
  .replace('<g ', '<g transform="translate(256 256) scale(.9) translate(-259 -271)" ')

const sprite = readFileSync(new URL('../src/ui/icons.svg', import.meta.url), 'utf8')
/** An icon of the app on a disc, for a shortcut of the installed app. */
function shortcut(name: string): string {
  const strokes = new RegExp(`<path id="${name}" d="([^"]+)"/>`).exec(sprite)?.[1]
  if (!strokes) throw new Error(`no icon ${name}`)
  return `<svg viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="#6236b4"/><path d="${strokes}" transform="translate(12 12)" fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

const icons: [file: string, size: number, svg: string][] = [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['maskable-192.png', 192, maskable],
  ['maskable-512.png', 512, maskable],
  ['monochrome-512.png', 512, monochrome],
  ['apple-touch-icon.png', 180, square],
  ['shortcut-calendar.png', 96, shortcut('calendar')],
  ['shortcut-car.png', 96, shortcut('car')],
  ['shortcut-wallet.png', 96, shortcut('wallet')],
]

async function render(page: Page, file: string, size: number, svg: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0;background:transparent">${svg.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `)}`,
  )
  writeFileSync(new URL(file, folder), await page.screenshot({ omitBackground: true }))
}

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const [file, size, svg] of icons) await render(page, file, size, svg)
await browser.close()
