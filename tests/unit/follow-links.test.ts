import { afterEach, expect, test, vi } from 'vitest'
import { lastScreenAddress, stylesAddress } from '#src/cache/last-screens.ts'

const home = '/pages/index/productList'
const my = '/pages/index/my'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Runs the script in a document that shows Home's last screen; gives what it asks for, now and after a tap on `to`. */
async function run({ hash, isRead = true, isDrawn = false }: { hash: string; isRead?: boolean; isDrawn?: boolean }) {
  const asked: string[] = []
  let onTap = (): void => {}
  const location = { hash }
  vi.stubGlobal('location', location)
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (onTap = listener))
  vi.stubGlobal('removeEventListener', () => (onTap = () => {}))
  vi.stubGlobal('document', {
    readyState: isRead ? 'interactive' : 'loading',
    getElementById: () => ({ dataset: { route: home } }),
    querySelector: () => (isRead && !isDrawn ? {} : null),
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => asked.push(href) },
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open(_: string, address: string) {
        asked.push(address)
      }
      send() {}
    },
  )
  await import('#src/shell/last-screen/follow-links.ts')
  return {
    asked,
    tap: (to: string) => {
      location.hash = `#${to}`
      onTap()
    },
  }
}

test('a link that was tapped before the script came is followed', async () => {
  expect((await run({ hash: `#${my}` })).asked).toEqual([stylesAddress(my), lastScreenAddress(my)])
})

test.each(['', `#${home}`])('where nothing was tapped (%o), nothing is asked for until something is', async (hash) => {
  const { asked, tap } = await run({ hash })
  expect(asked).toEqual([])
  tap(my)
  expect(asked).toEqual([stylesAddress(my), lastScreenAddress(my)])
})

test('a link is followed while the document is still being read, and not once the program has drawn', async () => {
  const reading = await run({ hash: '', isRead: false })
  reading.tap(my)
  expect(reading.asked).toEqual([stylesAddress(my), lastScreenAddress(my)])
  vi.resetModules()
  const drawn = await run({ hash: '', isDrawn: true })
  drawn.tap(my)
  expect(drawn.asked).toEqual([])
})
