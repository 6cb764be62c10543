import { describe, expect, test } from 'vitest'
import { webAddress, webOrigin } from '#protocol/web-address.ts'

describe('an address outside the app', () => {
  test.each([
    ['https://example.org', 'https://example.org', 'example.org'],
    ['https://Example.ORG/Path?q=1#x', 'https://example.org', 'example.org'],
    ['https://example.org:443/', 'https://example.org', 'example.org'],
    ['https://example.org:8443/a', 'https://example.org:8443', 'example.org:8443'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['https://good.example.evil.example/', 'https://good.example.evil.example', 'good.example.evil.example'],
  ])('%s is a page', (text, origin, host) => {
    const address = webAddress(text)
    expect(address).toMatchObject({ kind: 'page', origin, host })
    // The browser must read it as we do.
    expect(new URL(address?.url ?? '').origin).toBe(origin)
  })

  test.each(['mailto:help@example.org', 'tel:+62-21-555-0100'])('%s is no page, but can be opened', (text) => {
    expect(webAddress(text)).toMatchObject({ url: text })
  })

  test.each([
    '',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    ' https://example.org',
    'https://example.org/a b',
    'https://example.org\u0000',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'http://example.org',
    'ftp://example.org',
    '//example.org',
    '/pages/my/books',
    'example.org',
    'https:example.org',
    'https:/example.org',
    'https://',
    'https://good.example@evil.example/',
    'https://good.example:pw@evil.example/',
    'https://good.example\\@evil.example/',
    'https://good.example%2f@evil.example/',
    'https://gооd.example/',
    'https://[::1]/',
    'mailto:a@b.c?subject=x',
    'mailto:a@b.c,d@e.f',
    'tel:*123#',
    `https://example.org/${'x'.repeat(2000)}`,
  ])('%j is refused', (text) => {
    expect(webAddress(text)).toBeNull()
  })
})

test('an origin is an address with nothing behind it', () => {
  expect(webOrigin('https://Example.org')).toBe('https://example.org')
  expect(webOrigin('https://example.org/')).toBe('https://example.org')
  expect(webOrigin('https://example.org/path')).toBeNull()
  expect(webOrigin('https://example.org?')).toBeNull()
  expect(webOrigin('mailto:a@example.org')).toBeNull()
})
