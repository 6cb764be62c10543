import type { Answer } from '#protocol/call.ts'
import type { BankCard } from '#protocol/cards.ts'
import type { boxBills, Draw, lotteryInfo, lotteryOpen } from '#protocol/games.ts'
import type { invitationRewards } from '#protocol/team.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { httpCall, tokenFor, type Login } from './http-call.ts'

/** A member's calls to the server, made without the app. */
export interface MemberApi {
  /** Days checked in this month, with their coins. */
  checkIns(): Promise<{ day: string; points: number }[]>
  invitationRewards(): Promise<Answer<typeof invitationRewards>>
  balances(): Promise<{
    recharge: number
    income: number
    pendingIncome: number
    goldCoins: number
    luckyBalls: number
  }>
  unread(): Promise<number>
  /** Chooses the account's language, which later devices of theirs speak. */
  speak(language: string): Promise<void>
  pushChoice(): Promise<unknown>
  withdrawals(): Promise<Answer<typeof withdrawInfo>>
  cards(): Promise<BankCard[]>
  /** Any unit of theirs. */
  aUnit(): Promise<{ id: string; productId: string }>
  /** A new draft for one unit of the cheapest offer. */
  aDraft(): Promise<{ id: string; actualPayment: number }>
  /** An open top-up of 20.00 by the demonstration's rail; opens one where there is none. */
  aTopUp(): Promise<{ id: string }>
  /** The newest draws, a hundred at most. */
  draws(): Promise<readonly Draw[]>
  /** Draws once in the gold-coin lottery. */
  draw(): Promise<Draw>
  /** Ends the use of the seed of the next draws. */
  revealSeed(): Promise<void>
  /** Buys one unit of the cheapest offer from the recharge wallet. Returns the unit's id. */
  buyCheapest(): Promise<string>
}

/** Signs in, as the demo member unless another is named. Rejects where the server doesn't answer errno 0. */
export async function memberApi(origin: string, login: Login = demoMember): Promise<MemberApi> {
  const token = await tokenFor(origin, login)
  const get = <T>(path: string) => httpCall<T>(origin, path, { token })
  async function aDraft() {
    const {
      items: [offer],
    } = await get<{ items: { id: string }[] }>('g/goods/list?sort=price&affordable=true&limit=1')
    return httpCall<{ id: string; actualPayment: number }>(origin, 'order/draft/generate', {
      args: { productId: offer?.id, quantity: 1 },
      token,
    })
  }
  return {
    checkIns: async () => (await get<{ days: { day: string; points: number }[] }>('game/sign/list')).days,
    invitationRewards: () => get('invitation/reward/record'),
    balances: () => get('g/account/info'),
    aDraft,
    aTopUp: () => get('currency/pay?amount=2000&asset=USDT&network=demo'),
    withdrawals: () => get('g/goods/withdrawInfo'),
    cards: async () => (await get<{ items: BankCard[] }>('capital/findBindCardList')).items,
    draws: async () => (await get<Answer<typeof boxBills>>('game/box/bill/list?limit=100')).items,
    async draw() {
      const { game, seed } = await get<Answer<typeof lotteryInfo>>('lottery/info?kind=gold')
      const { draws } = await httpCall<Answer<typeof lotteryOpen>>(origin, 'lottery/open', {
        args: {
          kind: 'gold',
          seedHash: seed.seedHash,
          memberSeed: 'tests',
          odds: game.odds,
          expectedPrice: game.price.amount,
        },
        token,
      })
      return draws[0]!
    },
    async revealSeed() {
      const { seed } = await get<Answer<typeof lotteryInfo>>('lottery/info?kind=gold')
      await httpCall(origin, 'game/seed/renew', { args: { seedHash: seed.seedHash }, token })
    },
    aUnit: async () =>
      (await get<{ items: [{ id: string; productId: string }] }>('g/user/goods/list?limit=1')).items[0],
    async buyCheapest() {
      const draft = await aDraft()
      const order = await httpCall<{ unitIds: string[] }>(origin, 'order/prepay', {
        args: { draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment, risksRead: true },
        token,
      })
      return order.unitIds[0] ?? ''
    },
    pushChoice: () => get('push/choice'),
    async speak(language) {
      await httpCall(origin, 'user/update/info', { args: { language, madeAt: new Date().toISOString() }, token })
    },
    unread: async () => (await get<{ unread: number }>('mallNotice/noticeList?limit=1')).unread,
  }
}
