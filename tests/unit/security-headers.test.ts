import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { securityHeaders } from '#server/http/security-headers.ts'

const answerOf = async (https: boolean) => {
  const app = new Hono().use(securityHeaders(https)).get('/', (c) => c.text('hello'))
  return (await app.request('/')).headers
}

test('nothing inline runs, nothing frames it, nothing is fetched from elsewhere', async () => {
  const headers = await answerOf(false)
  expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "script-src 'self'",
    "style-src 'self'",
    'trusted-types voltfolio default',
    "worker-src 'self'",
  ])
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  })
})

test('https is insisted on only where it is spoken', async () => {
  expect((await answerOf(false)).get('strict-transport-security')).toBeNull()
  expect((await answerOf(true)).get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})
