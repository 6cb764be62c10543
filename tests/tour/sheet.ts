import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

/** Writes a table of a folder's screenshots, a row per route and a column per look: `index.html`, and its image. */
export async function writeSheet(
  browser: Browser,
  folder: string,
  looks: readonly string[],
  routes: readonly { path: string; file: string }[],
): Promise<void> {
  const cell = (look: string, file: string) =>
    existsSync(join(folder, look, file))
      ? `<td><a href="${look}/${file}"><img src="${look}/${file}" alt=""></a></td>`
      : '<td></td>'
  const rows = routes.map(
    ({ path, file }) => `<tr><th>${path}</th>${looks.map((look) => cell(look, file)).join('')}</tr>`,
  )
  const page = join(folder, 'index.html')
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><title>Tour</title><style>
body{font:12px system-ui;margin:8px}th{text-align:start;font-weight:400;max-width:9em;overflow-wrap:anywhere}td{padding:3px;vertical-align:top}img{height:200px;border:1px solid #ccc}
</style><table><tr><th></th>${looks.map((look) => `<th>${look}</th>`).join('')}</tr>${rows.join('\n')}</table>`,
  )
  const sheet = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await sheet.goto(`file://${page}`)
  await sheet.evaluate(() => Promise.all([...document.images].map((it) => it.decode())))
  await sheet.screenshot({
    path: join(folder, 'sheet.jpg'),
    type: 'jpeg',
    quality: 70,
    fullPage: true,
    timeout: 120_000,
  })
  await sheet.close()
}
