import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'
import { untilLoaded } from '#src/shell/until-loaded.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a file that is missing is asked for ever less often, and the page says so after half a minute', async () => {
  vi.useFakeTimers()
  const dataset: { part?: string } = {}
  vi.stubGlobal('document', { documentElement: { dataset } })
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'))
  const loading = untilLoaded(load)
  const asked: number[] = []
  for (let second = 0; second < 200; second += 1) {
    asked[second] = load.mock.calls.length
    if (second === 34) expect(dataset.part).toBeUndefined()
    if (second === 36) expect(dataset.part).toBe('missing')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect([4, 6, 16, 36, 76, 136, 196].map((second) => asked[second])).toEqual([1, 2, 3, 4, 5, 6, 7])
  load.mockResolvedValue('services')
  network.dispatchEvent(new Event('online'))
  expect(await loading).toBe('services')
  expect(dataset.part).toBeUndefined()
})

test('the page has the words in every language', () => {
  const [page, styles] = ['index.html', 'src/ui/app.css'].map((file) => readFileSync(join(root, file), 'utf8'))
  const [, words = ''] = /<p class="part-missing"[^>]*>(.*?)<\/p>/s.exec(page ?? '') ?? []
  for (const language of languages) {
    expect(words).toMatch(new RegExp(`<span lang="${language}">[^<]+<a href="./">[^<]+</a></span>`))
    expect(styles).toContain(`:root:lang(${language}) & > [lang='${language}']`)
  }
})
