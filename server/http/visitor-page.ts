import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { getLoginConfig } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { appVersion } from '#protocol/headers.ts'
import { barrage, homeIndex } from '#protocol/home.ts'
import type { Language } from '#protocol/languages.ts'
import { examineStatus } from '#protocol/settings.ts'
import type { Drawn, GivenAnswers, ToDraw } from '#protocol/visitor-page.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { languageOf } from './messages.ts'
import { securityHeaders } from './security-headers.ts'
import { builtDocument, visitorDocument } from './visitor-document.ts'

const brotli = promisify(brotliCompress)

const homeRoute = '/pages/index/productList'
/** What Home and the frame around it ask for, with the arguments of their queries. */
const asked: readonly (readonly [Call, object])[] = [
  [examineStatus, { version: appVersion }],
  [homeIndex, {}],
  [barrage, {}],
  [getLoginConfig, {}],
]

interface Options {
  distDir: string
  https: boolean
  clock: Clock
  log: Log
  /** Asks as a visitor; gives the answer's data, undefined where the call is refused. */
  ask: (call: Call, args: object, language: Language) => Promise<unknown>
}

interface Page {
  at: number
  bytes: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
  tag: string
  headers: MiddlewareHandler
}

/** Milliseconds for which a page is given out before it is drawn anew, and at most while that is being done. */
const [freshMs, keptMs] = [10_000, 60_000]
/** Pages that are kept, one for each wish for languages that browsers have. */
const mostPages = 40
const longestWish = 100

/**
 * The document of `/` with Home's content, drawn by the app's own components: a visitor sees it, and its links work,
 * before the program has come (specification 9). The program takes its place as that of a last screen. In review mode,
 * and where it can't be drawn, the plain document is served.
 */
export function visitorPage(options: Options): MiddlewareHandler {
  const pages = new Map<string, Page>()
  const underWay = new Map<string, Promise<Page | undefined>>()
  const renew = (wish: string): Promise<Page | undefined> => {
    const made =
      underWay.get(wish) ??
      drawnPage(options, wish)
        .catch((cause: unknown) => {
          options.log.error("a visitor's page could not be drawn", cause)
          return undefined
        })
        .then((page) => {
          underWay.delete(wish)
          pages.delete(wish)
          if (page) pages.set(wish, page)
          for (const oldest of pages.keys()) if (pages.size > mostPages) pages.delete(oldest)
          return page
        })
    underWay.set(wish, made)
    return made
  }
  return async (c, next) => {
    // What the system's share sheet gave is in the query, and opens another page.
    if (c.req.url.includes('?')) return await next()
    const wish = (c.req.header('accept-language') ?? '').slice(0, longestWish)
    const known = pages.get(wish)
    const age = known ? options.clock.now() - known.at : Infinity
    const renewed = age < freshMs ? undefined : renew(wish)
    const page = age < keptMs ? known : await renewed
    if (!page) return await next()
    return await page.headers(c, async () => {
      const takesBrotli = /\bbr\b/.test(c.req.header('accept-encoding') ?? '')
      c.header('cache-control', 'no-cache')
      c.header('vary', 'accept-encoding, accept-language')
      c.header('etag', page.tag)
      if (c.req.header('if-none-match')?.includes(page.tag)) return void (c.res = c.body(null, 304))
      if (takesBrotli) c.header('content-encoding', 'br')
      c.header('content-type', 'text/html; charset=utf-8')
      c.res = c.body(takesBrotli ? page.packed : page.bytes)
    })
  }
}

/** Undefined in review mode, which has a Home of its own. */
async function drawnPage({ distDir, https, clock, ask }: Options, wish: string): Promise<Page | undefined> {
  const language = languageOf(wish)
  const answers: GivenAnswers = await Promise.all(
    asked.map(async ([call, args]) => [[call.path, args], await ask(call, args, language)] as const),
  )
  if (answers.some(([, answer]) => answer === undefined) || isReview(answers[0]?.[1])) return undefined
  const file = pathToFileURL(resolve(distDir, '.server', 'render.js')).href
  const { draw } = (await import(file)) as { draw: (given: ToDraw) => Promise<Drawn> }
  const wishes = wish.split(',').map((it) => it.split(';')[0]!.trim())
  const drawn = await draw({ route: homeRoute, language, wishes, answers })
  const { html, styleHash } = visitorDocument(await builtDocument(distDir), drawn, {
    route: homeRoute,
    language,
    answers,
  })
  const bytes = new Uint8Array(Buffer.from(html))
  // A page lives for seconds: the best compression would take longer than it saves.
  const packed = new Uint8Array(await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
  const tag = `W/"${createHash('sha1').update(bytes).digest('hex')}"`
  return { at: clock.now(), bytes, packed, tag, headers: securityHeaders(https, [styleHash]) }
}

function isReview(flags: unknown): boolean {
  return (flags as { examine: boolean }).examine
}
