import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { withDrawings } from '#src/shell/last-screen/drawings.ts'

const drawings = { art: 'src/ui/art.svg', icons: 'src/ui/icons.svg', goods: 'src/entities/goods.svg' }

afterEach(() => vi.unstubAllGlobals())

/** Files of drawings by their addresses; every other address answers 404, as a file that a deploy removed. */
function serve(files: Record<string, string>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const text = files[address]
    return text === undefined ? new Response('gone', { status: 404 }) : new Response(text)
  })
  return asked
}

test('drawings that a kept page uses are in it, each once, under names of their own', async () => {
  const asked = serve({
    '/a.svg': '<svg><symbol id="van" viewBox="0 0 1 1"><g><path d="M1"/></g></symbol><symbol id="bus"/></svg>',
    '/b.svg': '<svg><defs><path id="eye" d="M2"/><path id="van" d="M3"/></defs></svg>',
  })
  const markup =
    '<use href="/a.svg#van"></use><use href="/b.svg#eye"></use><use href="/b.svg#van"></use><use href="/a.svg#van"></use>'
  expect(await withDrawings(markup)).toBe(
    '<use href="#kept-0-van"></use><use href="#kept-1-eye"></use><use href="#kept-1-van"></use><use href="#kept-0-van"></use>' +
      '<svg hidden><symbol id="kept-0-van" viewBox="0 0 1 1"><g><path d="M1"/></g></symbol>' +
      '<path id="kept-1-eye" d="M2"/><path id="kept-1-van" d="M3"/></svg>',
  )
  await withDrawings(markup)
  expect(asked).toEqual(['/a.svg', '/b.svg'])
})

test('a drawing that is not found stays in its file, which is asked for again', async () => {
  const markup = '<main><use href="/late.svg#van"></use><use href="#own"></use></main>'
  const asked = serve({})
  expect(await withDrawings(markup)).toBe(markup)
  serve({ '/late.svg': '<symbol id="van"></symbol>' })
  expect(await withDrawings(markup)).toContain('<use href="#kept-0-van">')
  expect(asked).toEqual(['/late.svg'])
})

test('a line that never answers is given up after the time-out of downloads, and asked again the next time', async () => {
  const markup = '<main><use href="/silent.svg#van"></use></main>'
  const timeOut = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeOut.signal)
  // The head has come; the file itself never does.
  const answer = vi.fn<typeof fetch>(async (_url, request) => {
    const body = new ReadableStream({
      start: (it) => request?.signal?.addEventListener('abort', () => it.error(request.signal?.reason)),
    })
    return new Response(body)
  })
  vi.stubGlobal('fetch', answer)
  const drawn = withDrawings(markup)
  timeOut.abort()
  expect(await drawn).toBe(markup)
  expect(timeout).toHaveBeenCalledWith(60_000)
  timeout.mockRestore()
  serve({ '/silent.svg': '<symbol id="van"></symbol>' })
  expect(await withDrawings(markup)).toContain('<use href="#kept-0-van">')
})

test.each(Object.entries(drawings))('every drawing of the file of %s can be taken out of it', async (name, path) => {
  const text = readFileSync(path, 'utf8')
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((it) => it[1])
  expect(ids.length).toBeGreaterThan(3)
  serve({ [`/${name}.svg`]: text })
  const taken = await withDrawings(ids.map((id) => `<use href="/${name}.svg#${id}"></use>`).join(''))
  expect(taken).not.toContain('.svg#')
  // Whole: nothing refers to what was left behind.
  expect([...taken.matchAll(/<symbol/g)].length).toBe([...taken.matchAll(/<\/symbol>/g)].length)
  expect(taken).not.toMatch(/url\(#|href="#(?!kept-)/)
})
