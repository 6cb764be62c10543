import { createHash } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { html, raw } from 'hono/html'
import { sandbox, webFramePath } from '#protocol/web-frame.ts'
import { webAddress } from '#protocol/web-address.ts'
import { transportSecurity } from './security-headers.ts'

const style = 'html,body,iframe{display:block;margin:0;border:0;width:100%;height:100%}'
// One piece: the formatter would add white space to a style within the document, and its hash would no longer fit.
const styleElement = raw(`<style>${style}</style>`)
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * The document in which the app shows a page from elsewhere, at `webFramePath?url=…`. Its Content-Security-Policy lets
 * it frame the operator's origins and nothing else, as they are set at this moment: the app's own page lies in a cache
 * and would know only those of the day it was built. It has no script; 404 for an address that is not allowed.
 * `limit` throws where asked too often.
 */
export function webFrame(
  origins: () => Promise<readonly string[]>,
  limit: (c: Context) => void,
  https: boolean,
): [path: string, handler: Handler] {
  return [
    webFramePath,
    async (c: Context) => {
      try {
        limit(c)
      } catch {
        return c.text('too many requests', 429, { 'retry-after': '1' })
      }
      const allowed = await origins()
      const address = webAddress(c.req.query('url') ?? '')
      for (const [name, value] of Object.entries(headersFor(allowed, https))) c.header(name, value)
      if (address?.kind !== 'page' || !allowed.includes(address.origin)) return c.text('Not allowed here.', 404)
      // What stands in braces is escaped, but for the style.
      return c.html(
        html`<!doctype html><meta charset="utf-8" /><title>${address.host}</title>${styleElement}<iframe
            src="${address.url}"
            sandbox="${sandbox}"
            title="${address.host}"
          ></iframe>`,
      )
    },
  ]
}

function headersFor(allowed: readonly string[], https: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `frame-src ${allowed.join(' ') || "'none'"}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': transportSecurity }),
  }
}
