import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { sql } from 'kysely'
import { bodyLimitBytes, header, prefix } from '#protocol/headers.ts'
import type { Call } from '#protocol/call.ts'
import { calls, type CallPath } from '#protocol/calls.ts'
import { errors } from '#protocol/errors.ts'
import type { Language } from '#protocol/languages.ts'
import { routeOfProductLink } from '#protocol/product-link.ts'
import { streetTilesPath } from '#protocol/locations.ts'
import { createFeedLookup, type FeedLookup } from './http/feed-keys.ts'
import type { Database } from './db/open.ts'
import { picture } from './http/pictures.ts'
import { picturePath } from './picture-address.ts'
import { served } from './features/served.ts'
import { originsOf } from './features/settings/web-origins.ts'
import { withSwitches } from './features/settings/switched-off.ts'
import { callerAddress } from './http/address.ts'
import type { Context, Handler, Services } from './http/handler.ts'
import { brotli, takesBrotli } from './http/compression.ts'
import { readKey, wellFormedKey } from './http/idempotency.ts'
import { createTrafficLimit, type TrafficLimit } from './http/limits.ts'
import { languageOf } from './http/messages.ts'
import { openapiDocument } from './http/openapi-document.ts'
import type { Reply } from './http/pipeline.ts'
import { asksAhead, rejected, replyTo, serve } from './http/pipeline.ts'
import { DomainError } from './http/domain-error.ts'
import {
  brokenOff,
  isBrokenOff,
  readArguments,
  readBody,
  readHeaders,
  refreshCookieOf,
  rejectOtherSites,
  writeRefreshCookie,
} from './http/request.ts'
import { readingToo } from './http/read-too.ts'
import { securityHeaders } from './http/security-headers.ts'
import { visitorPages } from './http/visitor-pages.ts'
import { offeredVersion, visitorsHome, visitorsProduct } from './features/visitor-contents.ts'
import { askingAsVisitor } from './http/asking-as-visitor.ts'
import { whoIs } from './http/session.ts'
import { staticFiles } from './http/static.ts'
import { streetTiles } from './http/street-tiles.ts'
import { userAgentOf, type UserAgent } from './http/user-agent.ts'
import { webFrame } from './http/web-frame.ts'
import { inTime } from './in-time.ts'
import { requests, requestSeconds } from './metrics.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'

export interface Deps extends Services {
  database: Database
}

/**
 * Builds the whole server: the calls under `/wx/`, the health check and the app's files. Holds no state that another
 * process would miss.
 */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const limit = createTrafficLimit(deps.clock)
  const https = isHttps(deps)
  // Before the app's own headers, which let nothing be framed.
  app.get(
    ...webFrame(
      () => originsOf(deps.database.kysely),
      (c) => {
        limit(addressOf(c, deps))
      },
      https,
    ),
  )
  const feeds = createFeedLookup(deps.clock)
  const handlers = byPath(served.map((it) => withSwitches(it)))
  // Before them too: they don't know the hash of its style.
  if (deps.config.drawsVisitorPage) addVisitorPages(app, deps, handlers, limit)
  app.use(securityHeaders(https))
  const isHealthy = atMostEvery(healthyMs, () => inTime(answers(deps.database), false))
  app.get('/healthz', async (c) => ((await isHealthy()) ? c.json({ ok: true }) : c.json({ ok: false }, 503)))
  app.get(
    `${prefix}openapi.json`,
    openapiDocument((c) => {
      limit(addressOf(c, deps))
    }, deps.config.publicOrigin),
  )
  app.get(
    '/metrics',
    metricsEndpoint(deps, (c) => {
      limit(addressOf(c, deps))
    }),
  )
  app.get(
    `${prefix}${picturePath}/:name`,
    picture(deps.database, (c) => limit(addressOf(c, deps))),
  )
  app.get(
    `${prefix}${streetTilesPath}/:name`,
    streetTiles(deps.streets, (c) => limit(addressOf(c, deps))),
  )
  for (const call of Object.values(calls)) {
    const handler = handlers[call.path] ?? { call, run: () => Promise.reject(new DomainError('not_built')) }
    app.on(
      call.method,
      `${prefix}${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      atMost(call.mostBodyBytes ?? call.mostJsonBytes),
      (c) => respond(c, handler, deps, { limit, feeds, handlers }),
    )
  }
  app.all(`${prefix}*`, atMost(), (c) => {
    requests.count({ path: 'unknown', errno: errors.unknown_call.errno })
    return send(c, rejected(new DomainError('unknown_call'), { language: languageAsked(c) }))
  })
  // A product that is gone, or isn't drawn: the app says so.
  app.get('/p/:id', (c) => c.redirect(`../#${routeOfProductLink(c.req.url, new URL('/', c.req.url).href) ?? ''}`))
  app.get('*', staticFiles(deps.config.distDir, deps.config))
  // Bodies whose length isn't said are read before their call is.
  app.onError((thrown, c) => {
    const reply = replyToCause(isBrokenOff(c) ? brokenOff() : thrown, c, deps, 'unknown')
    requests.count({ path: 'unknown', errno: reply.body.errno })
    return send(c, reply)
  })
  return app
}

/** Drawing a page takes as long as so many calls. */
const costOfDrawing = 20

function addVisitorPages(app: Hono, deps: Deps, handlers: Handlers, limit: TrafficLimit): void {
  const ask = askingAsVisitor(deps, handlers)
  const page = visitorPages({
    ...deps.config,
    ...deps,
    https: isHttps(deps),
    version: atMostEvery(versionMs, () => offeredVersion(deps.database.kysely)),
    limit: (c) => {
      limit(addressOf(c, deps), costOfDrawing)
    },
  })
  const home = page(() => visitorsHome(ask))
  // What the system's share sheet gave is in the query, and opens another page.
  app.get('/', (c, next) => (c.req.url.includes('?') ? next() : home(c, next)))
  app.get(
    '/p/:id',
    page((c) => visitorsProduct(ask, c.req.param('id') ?? '')),
  )
}

function atMost(maxSize = bodyLimitBytes): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (c) => send(c, rejected(new DomainError('body_too_large'), { language: languageAsked(c) })),
  })
}

function byPath(list: readonly Handler[]): Handlers {
  return Object.fromEntries(list.map((handler) => [handler.call.path, handler]))
}

/** Health checks of many proxies, or a flood, cost one query a second. They have no limit that could fail one. */
const healthyMs = 1000

/** Visitors, however many, cost one look at the version a second. */
const versionMs = 1000

/** The same answer to all who ask within some time, also while it is being found. */
function atMostEvery<T>(ms: number, find: () => Promise<T>): () => Promise<T> {
  let last: { at: number; found: Promise<T> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at > ms) last = { at: performance.now(), found: find() }
    return last.found
  }
}

/** Whether the database answers: a server without it can serve nothing. */
async function answers(database: Database): Promise<boolean> {
  return await sql`select 1`.execute(database.kysely).then(
    () => true,
    () => false,
  )
}

type Handlers = Partial<Record<CallPath, Handler>>

/** What the calls of one process share. */
interface Shared {
  limit: TrafficLimit
  feeds: FeedLookup
  handlers: Handlers
}

async function respond(c: HonoContext, handler: Handler, deps: Deps, shared: Shared): Promise<Response> {
  return await send(c, await observed(handler.call, () => replyOf(c, handler, deps, shared)))
}

async function observed({ path }: Call, answer: () => Promise<Reply>): Promise<Reply> {
  const begun = performance.now()
  const reply = await answer()
  requests.count({ path, errno: reply.body.errno })
  requestSeconds.observe({ path }, (performance.now() - begun) / 1000)
  return reply
}

async function replyOf(c: HonoContext, handler: Handler, deps: Deps, shared: Shared): Promise<Reply> {
  const { limit, handlers } = shared
  try {
    rejectOtherSites(c, handler.call)
    const { args, ...sent } = await readWhole(c, handler.call, deps, shared)
    const own = await contextOf(c, handler, deps, sent)
    const context = {
      ...own,
      readToo: readingToo(own, {
        handlers,
        database: deps.database,
        admit: (count) => limit(own.address, count),
        observed,
        failed: (cause, path) => replyToCause(cause, c, deps, path),
      }),
    }
    const key = () => readKey(c.req.header(header.key))
    return await serve(handler, context, deps.database, args, key)
  } catch (cause) {
    return replyToCause(cause, c, deps, handler.call.path)
  }
}

/** The reply to anything thrown; what is our fault is logged under the id that the caller gets. */
function replyToCause(cause: unknown, c: HonoContext, { log }: Deps, path: string): Reply {
  const { reply, isOurFault } = replyTo(cause, { language: languageAsked(c) })
  const request = randomUUID()
  if (isOurFault) log.error('call failed', cause, { request, path, agent: agentOf(c) })
  c.header('x-request-id', request)
  return reply
}

/** A request as it came, and who reports in a call of the feed. */
type Sent = ReturnType<typeof readHeaders> & Pick<Context, 'body' | 'feed'>

/**
 * Reads a request to its end. Who sends it is looked up after that: a body may come slowly, and a session or a feed's
 * key that ends meanwhile does nothing any more.
 */
async function readWhole(
  c: HonoContext,
  call: Call,
  deps: Deps,
  { limit, feeds }: Shared,
): Promise<Sent & { args: unknown }> {
  const headers = readHeaders(c)
  const count = () => limit(addressOf(c, deps))
  const asking = { authorization: c.req.header('authorization'), scope: call.scope }
  if (call.who === 'operator') feeds.admit(asking, count)
  else count()
  const came = { ...headers, args: await readArguments(c, call), body: await readBody(c, call) }
  if (call.who !== 'operator') return { ...came, feed: null }
  const feed = await feeds.find(deps.database.kysely, asking)
  if (feed === null) throw new DomainError('permission_denied')
  return { ...came, feed }
}

async function contextOf(
  c: HonoContext,
  handler: Handler,
  deps: Deps,
  { bearer, ...sent }: Sent,
): Promise<Omit<Context, 'readToo'>> {
  const db = deps.database.kysely
  const key = asksAhead(handler) ? wellFormedKey(c.req.header(header.key)) : null
  const caller = sent.feed === null && bearer ? await whoIs(db, { accessToken: bearer, key }, deps.clock) : null
  // What visitors may read as well says something else to a member, who would take a visitor's answer for their own.
  if (sent.feed === null && bearer && caller === null && !handler.call.writes) throw new DomainError('session_expired')
  return {
    clock: deps.clock,
    config: deps.config,
    log: deps.log,
    sender: deps.sender,
    streets: deps.streets,
    onRegistered: deps.onRegistered,
    db,
    callerId: caller?.memberId ?? null,
    sessionId: caller?.sessionId ?? null,
    language: languageAsked(c),
    address: addressOf(c, deps),
    agent: agentOf(c),
    key: null,
    isAnswered: caller?.isAnswered ?? null,
    ...sent,
    refreshCookie: refreshCookieOf(c, isHttps(deps)),
    setRefreshCookie: (token) => {
      writeRefreshCookie(c, token, isHttps(deps))
    },
    transact: (work) => deps.database.inTransaction(work),
  }
}

/** The app names its language in a header of its own; for other clients Accept-Language decides. */
function languageAsked(c: HonoContext): Language {
  return languageOf(c.req.header(header.language) || c.req.header('accept-language'))
}

/** The app says it in a field of its own; other clients in the usual one. */
function agentOf(c: HonoContext): UserAgent | undefined {
  return userAgentOf(c.req.header(header.userAgent) || c.req.header('user-agent'))
}

function isHttps({ config }: Pick<Deps, 'config'>): boolean {
  return config.publicOrigin?.startsWith('https:') ?? false
}

function addressOf(c: HonoContext, { config }: Pick<Deps, 'config'>): string {
  return callerAddress(c.req.header('x-forwarded-for'), getConnInfo(c).remote.address, config.trustedProxies)
}

/** Bytes from which on an answer is compressed: a packet holds as many. */
const worthCompressing = 1400

async function send(c: HonoContext, reply: Reply): Promise<Response> {
  c.header(header.ours, '1')
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/json')
  if (reply.retryAfter !== undefined) c.header('retry-after', String(reply.retryAfter))
  const bytes = Buffer.from(JSON.stringify(reply.body))
  const isCompressed = bytes.length >= worthCompressing && takesBrotli(c)
  if (isCompressed) c.header('content-encoding', 'br')
  return c.body(isCompressed ? await brotli(bytes) : new Uint8Array(bytes), reply.status as 200)
}
