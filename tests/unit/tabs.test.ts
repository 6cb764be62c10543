import { expect, test } from 'vitest'
import { switchable } from '#protocol/words.ts'
import { effectiveSwitches } from '#server/features/settings/rules.ts'
import { featureAt } from '#src/shell/switched-off.ts'
import { kindOf, relaunchTarget, standIn, tabOver, tabsOf } from '#src/shell/tabs.ts'
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

test('restricted mode relaunches on its home from any tab that is gone', () => {
  for (const tab of tabsOf(false)) expect(relaunchTarget(true, tab.path)).toBe('/pages/index/index2')
})

test('restricted mode leaves alone who is on a page that remains', () => {
  expect(relaunchTarget(true, '/pages/index/my2')).toBeUndefined()
  expect(relaunchTarget(true, '/pages/auth/login')).toBeUndefined()
})

test('its end leads home from the pages that only it has', () => {
  expect(relaunchTarget(false, '/pages/index/index2')).toBe('/pages/index/productList')
  expect(relaunchTarget(false, '/pages/index/my2')).toBe('/pages/index/productList')
  expect(relaunchTarget(false, '/pages/index/my')).toBeUndefined()
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
  expect(switchable.filter((it) => ![...features.values()].includes(it))).toEqual([])
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
    effectiveSwitches({ ...flags, switchedOff: [...flags.switchedOff], ...change }).switchedOff
  expect(of({})).toEqual(['mall', 'news', 'buying', 'games'])
  expect(of({ showGoods: '1' })).toEqual(['mall', 'news', 'games'])
  expect(of({ examine: false })).toEqual([])
})
