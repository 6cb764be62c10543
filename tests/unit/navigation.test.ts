import { describe, expect, test } from 'vitest'
import { backStep, guardMs, stepFor, type NavigationRequest } from '#src/shell/navigation.ts'

const tabs = new Set(['/pages/index/productList', '/pages/index/my'])
const isTab = (path: string) => tabs.has(path)
const wish = (href: string, kind: NavigationRequest['kind'] = 'navigate'): NavigationRequest => ({ href, kind })

describe('navigate', () => {
  test('adds a page', () => {
    expect(stepFor(wish('/subPages/card/list'), { depth: 0, now: 0 }, isTab)).toEqual({ act: 'push' })
  })

  test.each(['', ' ', '\n'])('refuses the empty target %j', (href) => {
    expect(stepFor(wish(href), { depth: 0, now: 0 }, isTab)).toEqual({ act: 'ignore', why: 'empty' })
  })

  test('refuses the same target for one second, and takes it after that', () => {
    const last = { href: '/subPages/card/list', at: 5000 }
    const at = (now: number) => stepFor(wish(last.href), { depth: 1, last, now }, isTab)
    expect(at(5000)).toEqual({ act: 'ignore', why: 'repeated' })
    expect(at(5000 + guardMs - 1)).toEqual({ act: 'ignore', why: 'repeated' })
    expect(at(5000 + guardMs)).toEqual({ act: 'push' })
  })

  test('takes another target at once, even the same page with other arguments', () => {
    const last = { href: '/subPages/product/detail?id=1', at: 5000 }
    expect(stepFor(wish('/subPages/product/detail?id=2'), { depth: 1, last, now: 5001 }, isTab)).toEqual({
      act: 'push',
    })
  })

  test('is not blocked by a clock that was set back', () => {
    const last = { href: '/subPages/card/list', at: 5000 }
    expect(stepFor(wish(last.href), { depth: 1, last, now: 4999 }, isTab)).toEqual({ act: 'push' })
  })
})

test('redirect takes the place of this page, and is never held back by the guard', () => {
  const last = { href: '/subPages/card/list', at: 5000 }
  expect(stepFor(wish(last.href, 'redirect'), { depth: 3, last, now: 5000 }, isTab)).toEqual({
    act: 'replace',
    unwind: 0,
  })
})

describe('switch tab', () => {
  test.each<NavigationRequest['kind']>(['navigate', 'redirect', 'relaunch'])(
    '%s to a tab leaves no page below it',
    (kind) => {
      expect(stepFor(wish('/pages/index/my', kind), { depth: 4, now: 0 }, isTab)).toEqual({ act: 'replace', unwind: 4 })
    },
  )

  test('knows a tab with arguments', () => {
    expect(stepFor(wish('/pages/index/my?from=push#wallet'), { depth: 2, now: 0 }, isTab)).toEqual({
      act: 'replace',
      unwind: 2,
    })
  })
})

test('relaunch closes every other page', () => {
  expect(stepFor(wish('/pages/index/index2', 'relaunch'), { depth: 2, now: 0 }, isTab)).toEqual({
    act: 'replace',
    unwind: 2,
  })
})

test('back goes one page down, and falls to the mall tab without a history', () => {
  expect(backStep(1)).toBe('back')
  expect(backStep(0)).toBe('fall')
})
