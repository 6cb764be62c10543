import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { givenAnswersId, lastScreenId, visitorStamp, type Drawn, type ToDraw } from '#protocol/visitor-page.ts'

/** The document of a build and its styles, as files have them. */
export interface Built {
  html: string
  css: string
}

/** What a messenger or a search engine shows of a page. */
export interface Preview {
  title: string
  /** Undefined: what the document says of the app. */
  description: string | undefined
}

/** What a page shows. */
export interface Contents extends Pick<ToDraw, 'route' | 'answers'> {
  preview: Preview
  /** The app's address, relative to the document's; undefined where they are the same. */
  base?: string
}

const stylesheet = /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+\.css)"[^>]*>/
const describing = /<meta\s+name="description"\s+content="([^"]*)"\s*\/?>/

/** Reads the document of the build in `distDir`. */
export async function builtDocument(distDir: string): Promise<Built> {
  const html = await readFile(join(distDir, 'index.html'), 'utf8')
  const file = stylesheet.exec(html)?.[1]
  if (file === undefined) throw new Error(`${distDir}/index.html has no style sheet`)
  return { html, css: await readFile(join(distDir, file), 'utf8') }
}

/**
 * The document with what was drawn, the answers behind it, and all styles: nothing that is seen first waits for another
 * request. Also the hash of the style element, which the content security policy has to name.
 */
export function visitorDocument(
  { html, css }: Built,
  { dir, markup, styles }: Drawn,
  { route, language, answers, preview, base }: Contents & Pick<ToDraw, 'language'>,
): { html: string; styleHash: string } {
  // Addresses in a style sheet are relative to it.
  const style = css.replaceAll(/url\((["']?)\.\//g, 'url($1./assets/') + styles
  if (/<\/style/i.test(style)) throw new Error('a style ends its element')
  // What is between the tags could end the element, or open a comment.
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
  const screen = `<div id="${lastScreenId}" data-stamp="${visitorStamp}" data-route="${escaped(route)}" aria-busy="true">`
  // Functions, so that `$&` in a text stays as it is. Busy: a screen reader waits for the page itself.
  const document = html
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${dir}" data-drawn="${escaped(route)}">`)
    // The app is at one address, whatever address led here.
    .replace('<head>', (head) => (base === undefined ? head : `${head}<base href="${base}">`))
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(preview.title)}</title>`)
    .replace(describing, (_, usual: string) => described(preview, usual))
    .replace(stylesheet, () => `<style>${style}</style>`)
    .replace(
      '<div id="root">',
      (root) =>
        `${screen}${markup}</div><script type="application/json" id="${givenAnswersId}">${json}</script>${root}`,
    )
  return { html: document, styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'` }
}

function described({ title, description }: Preview, usual: string): string {
  const text = description === undefined ? usual : escaped(description)
  return [
    `<meta name="description" content="${text}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${text}">`,
    '<meta property="og:site_name" content="Voltfolio">',
    '<meta property="og:type" content="website">',
  ].join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
