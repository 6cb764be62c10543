import {
  barrage,
  categoryIndex,
  categoryTree,
  channelList,
  channelTree,
  homeIndex,
  homeIndex3,
  openAdList,
  operatorList,
  operatorRecharges,
  planCategories,
} from '#protocol/home.ts'
import { handle, type Handler } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { recentDeeds } from './barrage.ts'
import { categoriesOf, leavesOf, rootsOf, treesOf } from './categories.ts'
import { bannersOf, frontPage } from './front-page.ts'
import { operators, recharges } from './operators.ts'

const treeOf = handle(channelTree, async (context, { categoryId }) => {
  const all = await categoriesOf(context)
  const root = all.find((it) => it.id === categoryId)
  if (!root) throw new DomainError('not_found')
  return { items: treesOf(all, [root]) }
})

const index = handle(categoryIndex, async (context, { positionCode }) => {
  const all = await categoriesOf(context)
  return { l1Category: positionCode === 'aiCategory' ? all.filter((it) => it.isAi) : rootsOf(all) }
})

export const homeCalls: readonly Handler[] = [
  handle(homeIndex, frontPage),
  handle(homeIndex3, frontPage),
  handle(openAdList, async (context) => ({ items: await bannersOf(context, true) })),
  handle(channelList, async (context) => ({ items: rootsOf(await categoriesOf(context)) })),
  handle(planCategories, async (context) => ({ items: leavesOf(await categoriesOf(context)) })),
  handle(categoryTree, async (context) => ({ items: treesOf(await categoriesOf(context)) })),
  treeOf,
  index,
  handle(barrage, recentDeeds),
  handle(operatorList, operators),
  handle(operatorRecharges, recharges),
]
