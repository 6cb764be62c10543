import { readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'

/**
 * Renders the PNG icons from `public/icons/favicon.svg`. Run it by hand when the logo changes: `node build/icons.ts`
 * (CHROME_PATH names the browser). The results are committed.
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

const icons: [file: string, size: number, svg: string][] = [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['maskable-192.png', 192, maskable],
  ['maskable-512.png', 512, maskable],
  ['monochrome-512.png', 512, monochrome],
  ['apple-touch-icon.png', 180, square],
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
