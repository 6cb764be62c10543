import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { manifest } from '../../build/manifest.ts'
import { sharedParams, sharedTarget } from '#src/shell/shared.ts'

const here = 'https://volt.example/app/#/pages/index/productList'
const id = 'c606ecae-6031-8613-aef3-7943d7ac04cb'
const mall = '/pages/index/index'
const from = (given: { title?: string; text?: string; url?: string }) =>
  sharedTarget(
    new URLSearchParams(Object.entries(given).map(([name, value]): [string, string] => [`shared-${name}`, value])),
    here,
  )

test('the system is told the names that are read', () => {
  expect(manifest.share_target).toEqual({
    action: './',
    method: 'GET',
    params: sharedParams,
  })
})

test('a start with nothing shared goes where it goes', () => {
  expect(sharedTarget(new URLSearchParams('utm=x'), here)).toBeUndefined()
})

test('a link to a product of ours opens it, wherever in the message it stands', () => {
  const link = `https://volt.example/app/#/subPages/product/detail2?id=${id}`
  const product = { to: '/subPages/product/detail2', search: { id } }
  expect(from({ url: link })).toEqual(product)
  expect(from({ title: 'Look', text: `Embun E-Bike\n${link}` })).toEqual(product)
  expect(from({ text: `https://other.example ${link} and more` })).toEqual(product)
})

test('the address that products are shared by opens them', () => {
  const link = (end: string) => from({ text: `Look: https://volt.example/app/p/${end}` })
  expect(link(id)).toEqual({ to: '/subPages/product/detail', search: { id } })
  expect(link(`${id}?pile`)).toEqual({ to: '/subPages/product/detail2', search: { id } })
  expect(link(`${id}?pile&utm_source=chat`)).toEqual({ to: '/subPages/product/detail2', search: { id } })
  expect(link(`${id}?fbclid=1#top`)).toEqual({ to: '/subPages/product/detail', search: { id } })
  for (const end of ['', '1', `${id}/x`, `../p/${id}x`]) expect(link(end)?.to).toBe(mall)
})

test('no other page opens, however a link spells it', () => {
  for (const link of [
    `https://volt.example/app/#/subPages/withdraw/index?id=${id}`,
    `https://volt.example/app/#/subPages/product/detail?id=${id}&next=/pages/my/set`,
    `https://volt.example/app/#/subPages/product/detail?id=1`,
    `https://volt.example/app/#/subPages/product/createOrder?id=${id}`,
    `https://volt.example/other/#/subPages/product/detail?id=${id}`,
    `https://volt.example.evil.example/app/#/subPages/product/detail?id=${id}`,
    `javascript:alert(1)#/subPages/product/detail?id=${id}`,
  ])
    expect([link, from({ url: link, title: 'A title' })?.to]).toEqual([link, mall])
})

test('words are looked for in the Mall, without the link that came with them', () => {
  expect(from({ text: '  night\n van\t\u0000' })).toEqual({ to: mall, search: { text: 'night van' } })
  expect(from({ title: 'Page', text: 'van https://shop.example/van' })).toEqual({ to: mall, search: { text: 'van' } })
  expect(from({ title: 'Page', url: 'https://shop.example' })).toEqual({ to: mall, search: { text: 'Page' } })
  expect(from({ title: 'Voltfolio', url: `https://volt.example/app/#${mall}` })).toEqual({ to: mall, search: {} })
})

test('whatever is shared, it leads to the Mall or a product, with words that the Mall reads', () => {
  const any = fc.option(fc.string({ unit: 'grapheme', maxLength: 300 }), { nil: undefined })
  fc.assert(
    fc.property(fc.record({ title: any, text: any, url: any }), ({ title, text, url }) => {
      const found = from({
        ...(title !== undefined && { title }),
        ...(text !== undefined && { text }),
        ...(url !== undefined && { url }),
      })
      if (!found) return title === undefined && text === undefined && url === undefined
      const words = 'text' in found.search ? found.search.text : undefined
      return found.to === mall && (words === undefined || (words.length <= 80 && words === words.trim()))
    }),
  )
})
