import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context, MiddlewareHandler } from 'hono'
import { intlLocaleOf, regionFor, type Language } from '#protocol/languages.ts'
import type { Drawn, ToDraw } from '#protocol/visitor-page.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { brotli, takesBrotli } from './compression.ts'
import { DomainError } from './domain-error.ts'
import { languageOf } from './messages.ts'
import { securityHeaders } from './security-headers.ts'
import { builtDocument, visitorDocument, type Contents } from './visitor-document.ts'

/** Undefined where a page isn't drawn: in review mode, which has pages of its own. */
export type Read = (language: Language) => Promise<Contents | undefined>

interface Options {
  distDir: string
  https: boolean
  /** Where people find this server; undefined where that isn't configured. */
  publicOrigin: string | undefined
  clock: Clock
  log: Log
  /** Another one with every change of what the operator offers: a page of before isn't given out any more. */
  version: () => Promise<string>
  /** Throws where this caller has had too many pages drawn. */
  limit: (c: Context) => void
}

interface Page {
  at: number
  version: string
  bytes: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
  tag: string
  headers: MiddlewareHandler
}

/** Milliseconds for which a page is given out before it is drawn anew, and at most while that is being done. */
const [freshMs, keptMs] = [10_000, 60_000]
/** Pages that are kept: one for each address, language and region. */
const mostPages = 40
/** Drawing takes the processor: who asks for more at once gets the document as it is built. */
const mostAtOnce = 2
const longestWish = 100

type Manner = Pick<ToDraw, 'language' | 'region'>

/**
 * Documents that have their content in them, drawn by the app's own components: a visitor sees it, and its links work,
 * before the program has come (specification 9). The program takes its place as that of a last screen. What can't be
 * drawn goes on to the next handler.
 */
export function visitorPages(options: Options): (contentsOf: (c: Context) => Read) => MiddlewareHandler {
  const { clock, log, limit, version } = options
  const pages = new Map<string, Page>()
  const underWay = new Map<string, Promise<Page | undefined>>()
  const keep = (key: string, page: Page | undefined): void => {
    pages.delete(key)
    if (page) pages.set(key, page)
    for (const oldest of pages.keys()) if (pages.size > mostPages) pages.delete(oldest)
  }
  const renew = async (key: string, now: string, manner: Manner, read: Read): Promise<Page | undefined> => {
    try {
      const drawn = await drawnPage(options, manner, read)
      const page = drawn && { ...drawn, version: now }
      keep(key, page)
      return page
    } catch (cause) {
      if (!(cause instanceof DomainError)) log.error("a visitor's page could not be drawn", cause)
      return undefined
    } finally {
      underWay.delete(`${key} ${now}`)
    }
  }
  const mayDraw = (c: Context): boolean => {
    if (underWay.size >= mostAtOnce) return false
    try {
      limit(c)
      return true
    } catch {
      return false
    }
  }
  return (contentsOf) => async (c, next) => {
    const manner = mannerOf(c)
    const key = `${c.req.path} ${manner.language} ${manner.region ?? ''}`
    // Without a database a page that is kept still serves.
    const now = await version().catch(() => pages.get(key)?.version ?? '')
    const kept = pages.get(key)
    const known = kept?.version === now ? kept : undefined
    const age = known ? clock.now() - known.at : Infinity
    let renewed = underWay.get(`${key} ${now}`)
    if (age >= freshMs && !renewed && mayDraw(c))
      underWay.set(`${key} ${now}`, (renewed = renew(key, now, manner, contentsOf(c))))
    const page = age < keptMs ? known : await renewed
    if (!page) return await next()
    return await page.headers(c, () => Promise.resolve(answer(c, page)))
  }
}

/** What a browser asks for, as one of the manners that are written: whatever callers send, there are not many. */
function mannerOf(c: Context): Manner {
  const wish = (c.req.header('accept-language') ?? '').slice(0, longestWish)
  const language = languageOf(wish)
  const wishes = wish.split(',').map((it) => it.split(';')[0]!.trim())
  return { language, region: writtenRegion(language, wishes) }
}

/** Undefined where the region writes the language as it is written anywhere, and where a wish is no tag. */
function writtenRegion(language: Language, wishes: readonly string[]): string | undefined {
  try {
    const region = regionFor(language, wishes)
    const { locale } = new Intl.DateTimeFormat(intlLocaleOf(language, region)).resolvedOptions()
    return new Intl.Locale(locale).region === region ? region : undefined
  } catch {
    return undefined
  }
}

function answer(c: Context, page: Page): void {
  c.header('cache-control', 'no-cache')
  c.header('vary', 'accept-encoding, accept-language')
  c.header('etag', page.tag)
  if (c.req.header('if-none-match')?.includes(page.tag)) return void (c.res = c.body(null, 304))
  const isPacked = takesBrotli(c)
  if (isPacked) c.header('content-encoding', 'br')
  c.header('content-type', 'text/html; charset=utf-8')
  c.res = c.body(isPacked ? page.packed : page.bytes)
}

async function drawnPage(
  { distDir, https, publicOrigin, clock }: Options,
  manner: Manner,
  read: Read,
): Promise<Omit<Page, 'version'> | undefined> {
  const contents = await read(manner.language)
  if (!contents) return undefined
  const file = pathToFileURL(resolve(distDir, '.server', 'render.js')).href
  const { draw } = (await import(file)) as { draw: (given: ToDraw) => Promise<Drawn> }
  const drawn = await draw({ ...contents, ...manner })
  const { html, styleHash } = visitorDocument(await builtDocument(distDir), drawn, {
    ...contents,
    ...manner,
    origin: publicOrigin,
  })
  const bytes = new Uint8Array(Buffer.from(html))
  const packed = await brotli(bytes)
  const tag = `W/"${createHash('sha1').update(bytes).digest('hex')}"`
  return {
    at: clock.now(),
    bytes,
    packed,
    tag,
    headers: securityHeaders(https, { styleHashes: [styleHash], hasBase: contents.base !== undefined }),
  }
}
