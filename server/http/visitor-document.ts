import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  givenAnswersId,
  lastScreenId,
  firstFrameAwaits,
  visitorStamp,
  type Drawn,
  type ToDraw,
} from '#protocol/visitor-page.ts'

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
  /** Undefined: the app's icon. */
  image?: PreviewImage | undefined
}

/** An image of this server, with its size in pixels and what it shows. */
export interface PreviewImage {
  /** From the root of the origin. */
  path: string
  type: string
  width: number
  height: number
  alt: string
}

/** What a page shows. */
export interface Contents extends Pick<ToDraw, 'route' | 'answers'> {
  preview: Preview
  /** The app's address, relative to the document's; undefined where they are the same. */
  base?: string
}

const stylesheet = /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+\.css)"[^>]*>/
const icon: PreviewImage = {
  path: '/icons/icon-512.png',
  type: 'image/png',
  width: 512,
  height: 512,
  alt: 'Voltfolio',
}
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
 * request. Also the hash of the style element, which the content security policy has to name. `origin` is where people
 * find this server; where that isn't known, the preview has no image, because messengers want its whole address.
 */
export function visitorDocument(
  { html, css }: Built,
  { dir, markup, styles }: Drawn,
  {
    route,
    language,
    answers,
    preview,
    base,
    origin,
  }: Contents & Pick<ToDraw, 'language'> & { origin: string | undefined },
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
    // The app is at one address, whatever address led here. What stands before `base` is looked for in this document.
    .replace('<head>', (head) => head + firstFrameAwaits('root') + (base === undefined ? '' : `<base href="${base}">`))
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(preview.title)}</title>`)
    .replace(describing, (_, usual: string) => described(preview, usual, origin))
    .replace(stylesheet, () => `<style>${style}</style>`)
    .replace(
      '<div id="root">',
      (root) =>
        `${screen}${markup}</div><script type="application/json" id="${givenAnswersId}">${json}</script>${root}`,
    )
  return { html: document, styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'` }
}

function described({ title, description, image }: Preview, usual: string, origin: string | undefined): string {
  const text = description === undefined ? usual : escaped(description)
  return [
    `<meta name="description" content="${text}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${text}">`,
    '<meta property="og:site_name" content="Voltfolio">',
    '<meta property="og:type" content="website">',
    ...(origin === undefined ? [] : illustrated(image ?? icon, origin)),
  ].join('')
}

function illustrated({ path, type, width, height, alt }: PreviewImage, origin: string): string[] {
  return [
    `<meta property="og:image" content="${escaped(new URL(path, origin).href)}">`,
    `<meta property="og:image:type" content="${type}">`,
    `<meta property="og:image:width" content="${width}">`,
    `<meta property="og:image:height" content="${height}">`,
    `<meta property="og:image:alt" content="${escaped(alt)}">`,
    // X reads the rest as the others do.
    `<meta name="twitter:card" content="${width > height ? 'summary_large_image' : 'summary'}">`,
  ]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
