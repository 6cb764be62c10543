import type { CallPath } from '#protocol/calls.ts'
import type { Switchable } from '#protocol/words.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { switchesFor } from './switches.ts'

/**
 * The calls that go with a feature. What is the member's own stays callable whatever is off: what they hold, what they
 * won or earned and its receipt, what they bought (docs/decisions/0016).
 */
const callsOf: Record<Switchable, readonly CallPath[]> = {
  mall: [
    'v2/openAd/list',
    'v2/etel/channel/getChannelList',
    'v2/etel/channel/channelTreeByCategory',
    'catalog/getCategoryIndex',
  ],
  buying: [
    'g/goods/list',
    'g/goods/vehicle/list',
    'g/goods/recommend',
    'g/goods/info',
    'g/goods/vehicle/info',
    'catalog/new/singlePage',
    'v2/etel/plan/pageList',
    'v2/etel/plan/getPlanByCategory',
    'v2/etel/plan/category/getCategoryTree',
    'etel/plan/category/list',
    'etel/plan/getById/{planId}',
    'order/draft/generate',
    'order/getPrepayType',
    'order/prepay',
  ],
  topup: ['currency/calculate', 'currency/pay'],
  news: ['help/list'],
  team: ['g/team/list', 'g/team/total', 'g/team/recharge/total'],
  rewards: [
    'game/sign',
    'game/sign/list',
    'game/sign/getSignNum',
    'answer/info',
    'answer/next',
    'answer/submit',
    'redeemCodeRule/use',
  ],
  games: [
    'game/box/list',
    'game/box/jackpotList',
    'game/box/buy',
    'lottery/info',
    'lottery/jackpotList',
    'lottery/open',
    'pool/rules/running/light',
  ],
  pointsmall: [
    'v2/pointMall/list',
    'integral/goods/list',
    'integral/goods/v2/list',
    'integral/goods/category/list',
    'integral/goods/info',
    'integral/order/checkout',
  ],
  salary: ['g/contract/submit'],
  locations: ['g/vehicle/position/list', 'vehicle/realtime/position/list', 'charging/realtime/position/list'],
}

const featureOf: Partial<Record<CallPath, Switchable>> = Object.fromEntries(
  Object.entries(callsOf).flatMap(([feature, paths]) => paths.map((path) => [path, feature])),
)

/**
 * Refuses a call whose feature is switched off. A write that was carried out before gets its answer again, and a
 * refused one isn't kept under its key: it may come again once the feature is back.
 */
export function withSwitches(handler: Handler): Handler {
  const feature = featureOf[handler.call.path]
  if (feature === undefined) return handler
  if (!handler.call.writes || !handler.call.replayed)
    return {
      ...handler,
      async run(context, args) {
        if (!isForHelp(args)) await rejectIfOff(context, feature)
        return await handler.run(context, args)
      },
    }
  return {
    ...handler,
    async admit(context, sent) {
      await rejectIfOff(context, feature, () => handler.whileSwitchedOff?.(context, sent))
      await handler.admit?.(context, sent)
    },
  }
}

async function rejectIfOff(
  { db, version }: Context,
  feature: Switchable,
  before?: () => Promise<void> | undefined,
): Promise<void> {
  const { switchedOff } = await switchesFor(db, version)
  if (!switchedOff.includes(feature)) return
  await before?.()
  throw new DomainError('switched_off')
}

/** Help and what members agreed to are lists of articles like the news, and stay. */
function isForHelp(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'kind' in args && (args.kind === 'help' || args.kind === 'legal')
}
