import { expect, test, vi } from 'vitest'
import { loadWhileIdle } from '#src/lib/load-while-idle.ts'
import { loadsOptionalCode } from '#src/lib/optional-code.ts'

vi.mock('#src/lib/when-idle.ts', () => ({ whenIdle: (work: () => void) => work() }))

// A browser may have emptied the caches: the page must not be loaded again for what nobody has opened.
test('what is loaded ahead is what the page can do without, one part after the other', async () => {
  const log: string[] = []
  const part = (name: string) => async () => {
    log.push(`${name} ${loadsOptionalCode()}`)
    await Promise.resolve()
    log.push(`${name} is there`)
  }
  await loadWhileIdle([part('a'), () => undefined, part('b')])
  expect(log).toEqual(['a true', 'a is there', 'b true', 'b is there'])
  expect(loadsOptionalCode()).toBe(false)
})

test('where a part is missing, no other is asked for', async () => {
  const later = vi.fn<() => undefined>(() => undefined)
  await expect(loadWhileIdle([() => Promise.reject(new Error('gone')), later])).rejects.toThrow('gone')
  expect(later).not.toHaveBeenCalled()
  expect(loadsOptionalCode()).toBe(false)
})
