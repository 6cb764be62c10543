import type { QueryClient } from '@tanstack/react-query'
import { appVersion } from '#protocol/headers.ts'
import { barrage, categoryIndex, categoryTree, homeIndex, openAdList, operatorList } from '#protocol/home.ts'
import { goodsDetail, goodsList, goodsVehicleDetail, type ProductCard } from '#protocol/products.ts'
import { examineStatus } from '#protocol/settings.ts'
import type { Clock } from '../../lib/clock.ts'
import { infiniteReadOf, readOf } from '../read-of.ts'
import { piecesOf, type Stored } from './pieces.ts'
import type { Part } from './prefetch.ts'

/**
 * The parts of the offline prefetch that are for visitors too. Those of members are in a file of their own: with them
 * come the schemas of most calls, which a visitor's start then need not make.
 */
export function visitorPartsFor(client: QueryClient, stored: Stored, clock: Clock): Part[] {
  const { one, detail, all, part, entriesOf } = piecesOf(client, stored, clock)
  const catalogue = infiniteReadOf(goodsList, { limit: 100 })
  return [
    part('home', () => [
      one(readOf(homeIndex, {})),
      one(readOf(barrage, {})),
      one(readOf(openAdList, {})),
      one(readOf(examineStatus, { version: appVersion })),
    ]),
    part('categories', () => [
      one(readOf(categoryTree, {})),
      one(readOf(operatorList, {})),
      ...(['labelCategory', 'aiCategory'] as const).map((positionCode) => one(readOf(categoryIndex, { positionCode }))),
    ]),
    part('offers', () => [all(catalogue)]),
    part(
      'offers in full',
      async () =>
        (await entriesOf<ProductCard>(catalogue)).map(({ id, kind }) =>
          detail(readOf(kind === 'vehicle' ? goodsVehicleDetail : goodsDetail, { id })),
        ),
      true,
    ),
  ]
}
