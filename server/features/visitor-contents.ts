import { sql } from 'kysely'
import type { Answer, Args, Call } from '#protocol/call.ts'
import { getLoginConfig } from '#protocol/auth.ts'
import { appVersion } from '#protocol/headers.ts'
import { barrage, homeIndex } from '#protocol/home.ts'
import type { Language } from '#protocol/languages.ts'
import { productRoutes } from '#protocol/product-link.ts'
import { goodsDetail, goodsVehicleDetail, type ProductDetail } from '#protocol/products.ts'
import { examineStatus } from '#protocol/settings.ts'
import type { GivenAnswers } from '#protocol/visitor-page.ts'
import type { Db } from '../db/open.ts'
import type { PreviewImage } from '../http/visitor-document.ts'
import type { Read } from '../http/visitor-pages.ts'
import { productPictureSize } from '../picture-address.ts'

/** Asks as somebody who isn't signed in. */
export type Ask = <C extends Call>(call: C, args: Args<C>, language: Language) => Promise<Answer<C>>

type Given = GivenAnswers[number]

const homeRoute = '/pages/index/productList'

/** Home, for a visitor. */
export const visitorsHome =
  (ask: Ask): Read =>
  async (language) => {
    const frame = await frameOf(ask, language)
    if (!frame) return undefined
    const [home, lately] = await Promise.all([ask(homeIndex, {}, language), ask(barrage, {}, language)])
    const answers: Given[] = [...frame, [[homeIndex.path, {}], home], [[barrage.path, {}], lately]]
    return { route: homeRoute, answers, preview: { title: 'Voltfolio', description: undefined } }
  }

/** A product's own page. Throws DomainError where there is no such product. */
export const visitorsProduct =
  (ask: Ask, id: string): Read =>
  async (language) => {
    const frame = await frameOf(ask, language)
    if (!frame) return undefined
    // Of any kind, which decides the page.
    const product = await ask(goodsDetail, { id }, language)
    const isVehicle = product.kind === 'vehicle'
    const { path } = isVehicle ? goodsVehicleDetail : goodsDetail
    return {
      route: `${productRoutes[isVehicle ? 'vehicle' : 'pile']}?id=${id}`,
      answers: [...frame, [[path, { id }], product]],
      preview: { title: product.name, description: product.description, image: imageOf(product) },
      base: '../',
    }
  }

/** The photo of a product. Its drawing is a vector, which messengers don't show: the app's icon stands for that. */
function imageOf({ picture, name }: Pick<ProductDetail, 'picture' | 'name'>): PreviewImage | undefined {
  return picture ? { path: picture, type: 'image/webp', ...productPictureSize, alt: name } : undefined
}

/** What the frame around every page asks for; undefined in review mode. */
async function frameOf(ask: Ask, language: Language): Promise<Given[] | undefined> {
  const args = { version: appVersion }
  const [flags, config] = await Promise.all([ask(examineStatus, args, language), ask(getLoginConfig, {}, language)])
  if (flags.examine) return undefined
  return [
    [[examineStatus.path, args], flags],
    [[getLoginConfig.path, {}], config],
  ]
}

/** Changes with every catalogue that is applied and with the operator's switches; one row by two keys. */
export async function offeredVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat((select max(number) from catalogue_version), ' ',
      (select md5(value::text) from setting where name = 'examine')) as version`.execute(db)
  return rows[0]?.version ?? ''
}
