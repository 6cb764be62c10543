import { expect, test } from 'vitest'
import { switchable } from '#protocol/words.ts'
import { effectiveSwitches } from '#server/features/settings/rules.ts'
import { featureAt } from '#src/entities/switched-off.ts'
import { stepFor } from '#src/shell/navigation.ts'
import { afterRestriction, iconsOf, isTab, kindOf, standIn, tabOver, tabsOf } from '#src/shell/tabs.ts'
import { isTakenAway } from '#src/shell/taken-away.ts'
import { sitemap } from '#src/sitemap.ts'

test('there are four tabs, and two of their own kind in restricted mode', () => {
  expect(tabsOf(false).map((tab) => tab.path)).toEqual([
    '/pages/index/productList',
    '/pages/index/index',
    '/subPages/news/list',
    '/pages/index/my',
  ])
  expect(tabsOf(true).map((tab) => tab.path)).toEqual(['/pages/index/index2', '/pages/index/my2'])
})

test('going to a tab leaves no page below it, in restricted mode too', () => {
  const step = (href: string) => stepFor({ href, kind: 'navigate' }, { depth: 3, now: 0 }, isTab)
  for (const { path } of [...tabsOf(false), ...tabsOf(true)])
    expect([path, step(path)]).toEqual([path, { act: 'replace', unwind: 3 }])
  expect(step('/subPages/withdraw/index')).toEqual({ act: 'push' })
})

test('restricted mode takes away the tabs and every page of what is off', () => {
  const off = ['mall', 'news', 'buying', 'games']
  for (const tab of tabsOf(false)) expect(isTakenAway(tab.path, off)).toBe(true)
  for (const path of [
    '/subPages/product/createOrder',
    '/subPages/product/detail2',
    '/pages/pay/pay',
    '/subPages/box/index3',
  ])
    expect([path, isTakenAway(path, off)]).toEqual([path, true])
})

test('restricted mode leaves alone who is on a page that remains', () => {
  const off = ['mall', 'news', 'buying', 'games']
  for (const path of ['/pages/index/index2', '/pages/index/my2', '/pages/auth/login', '/subPages/withdraw/index'])
    expect([path, isTakenAway(path, off)]).toEqual([path, false])
  for (const path of ['/subPages/news/detail', '/subPages/box/giftList', '/pages/my/invite', '/pages/my/checkIn'])
    expect([path, isTakenAway(path, off)]).toEqual([path, false])
})

test('its end leads home from the pages that only it has', () => {
  expect(afterRestriction('/pages/index/index2')).toBe('/pages/index/productList')
  expect(afterRestriction('/pages/index/my2')).toBe('/pages/index/productList')
  expect(afterRestriction('/pages/index/my')).toBeUndefined()
})

test('in restricted mode its own My stands for My, its home for the other tabs, and other pages for themselves', () => {
  expect(tabsOf(false).map((tab) => standIn(tab.path))).toEqual([
    '/pages/index/index2',
    '/pages/index/index2',
    '/pages/index/index2',
    '/pages/index/my2',
  ])
  for (const path of ['/pages/index/index2', '/pages/index/my2', '/subPages/withdraw/index', '/pages/auth/login'])
    expect(standIn(path)).toBeUndefined()
})

test('every page lies beneath a tab, but the doors and what can be come to from anywhere', () => {
  const under = (isRestricted: boolean) =>
    Object.groupBy(
      sitemap.map((it) => it.path),
      (path) => tabOver(tabsOf(isRestricted), path)?.path ?? 'none',
    )
  const usual = under(false)
  expect(usual['/pages/index/productList']).toEqual(['/pages/index/productList', '/pages/index/productList2'])
  expect(usual['/pages/index/index']).toEqual([
    '/pages/index/index',
    '/pages/pay/pay',
    '/subPages/product/list',
    '/subPages/product/detail',
    '/subPages/product/detail2',
    '/subPages/product/createOrder',
    '/subPages/pointsmall/index',
    '/subPages/pointsmall/detail',
    '/subPages/pointsmall/createOrder',
    '/subPages/pointsmall/orderList',
    '/subPages/product/compare',
  ])
  expect(usual['/subPages/news/list']).toEqual(['/subPages/news/list', '/subPages/news/detail'])
  expect(usual['none']).toEqual([
    '/pages/index/index2',
    '/pages/auth/login',
    '/pages/auth/register',
    '/pages/auth/changePassword',
    '/pages/web/webview',
    '/choose-location',
    '/open-location',
  ])
  expect(under(true)['/pages/index/my2']).toEqual(usual['/pages/index/my'])
})

test('a tab of review mode is a home or a My', () => expect(tabsOf(true).map(kindOf)).toEqual(['home', 'my']))

test("every feature that can be switched off has pages, and what is the member's own belongs to none", () => {
  const features = new Map(sitemap.map(({ path }) => [path as string, featureAt(path)]))
  // Topping up keeps its page, for what is under way.
  expect(switchable.filter((it) => ![...features.values()].includes(it))).toEqual(['topup'])
  const always = [
    '/pages/index/index2',
    '/pages/index/my2',
    '/subPages/withdraw/index',
    '/pages/my/historyList',
    '/pages/my/productOrderList',
    '/pages/pay/ustd',
    '/subPages/product/myProduct',
    '/subPages/product/myProductDetail',
    '/subPages/product/myProductDetail2',
    '/subPages/card/list',
    '/subPages/card/addCard',
    '/subPages/repayment/index',
    '/subPages/address/address',
    '/subPages/message/list',
    '/subPages/news/detail',
    '/subPages/contract/view',
    '/subPages/salary/list',
    '/subPages/box/giftList',
    '/subPages/box/historyList',
    '/subPages/box/check',
    '/subPages/jackpot/index2',
    '/subPages/pointsmall/orderList',
    '/pages/my/inviteGift',
    '/pages/my/equity',
    '/pages/my/coupon',
    '/subPages/statistics/index',
    '/pages/my/set',
    '/pages/my/queue',
    '/pages/my/offline',
  ]
  expect(always.filter((path) => features.get(path) !== undefined)).toEqual([])
  expect(always.filter((path) => !features.has(path))).toEqual([])
})

test('the server names everything that its flags take away, and nothing while all is on', () => {
  const flags = { examine: true, showTimeDeposit: true, showGoods: '0', switchedOff: ['games', 'news'] } as const
  const of = (change: object) =>
    effectiveSwitches({ ...flags, switchedOff: [...flags.switchedOff], ...change }, '1.0.709').switchedOff
  expect(of({})).toEqual(['mall', 'news', 'buying', 'games'])
  expect(of({ showGoods: '1' })).toEqual(['mall', 'news', 'games'])
  expect(of({ examine: false })).toEqual([])
})

test('restricted mode may be for some versions only, compared by their numbers', () => {
  const flags = { examine: true, showTimeDeposit: true, showGoods: '0', switchedOff: ['games' as const] } as const
  const isOnFor = (version: string, versions: { from?: string; until?: string }) =>
    effectiveSwitches({ ...flags, switchedOff: [...flags.switchedOff], versions }, version).examine
  expect(
    ['1.0.709', '1.0.710', '1.0.719', '1.0.720', '1.0.8'].filter((it) => isOnFor(it, { from: '1.0.710' })),
  ).toEqual(['1.0.710', '1.0.719', '1.0.720'])
  expect(isOnFor('1.0.719', { from: '1.0.710', until: '1.0.719' })).toBe(true)
  expect(isOnFor('1.0.720', { from: '1.0.710', until: '1.0.719' })).toBe(false)
  expect(isOnFor('1.0', { until: '1.0.0' })).toBe(true)
  expect(effectiveSwitches({ ...flags, switchedOff: ['games'], versions: { from: '2' } }, '1.9').switchedOff).toEqual(
    [],
  )
})

test('each tab has an icon and a selected one, in restricted mode too', () => {
  const icons = (isRestricted: boolean) => tabsOf(isRestricted).map((tab) => Object.values(iconsOf(tab)))
  expect(icons(false)).toEqual([
    ['home', 'home-selected'],
    ['mall', 'mall-selected'],
    ['news', 'news-selected'],
    ['my', 'my-selected'],
  ])
  expect(icons(true)).toEqual([
    ['home', 'home-selected'],
    ['my', 'my-selected'],
  ])
})
