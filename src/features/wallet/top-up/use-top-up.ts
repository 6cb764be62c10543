import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readsOf } from '#protocol/wallet-reads.ts'
import { rechargeGoods, type TopUp } from '#protocol/wallet.ts'
import { amendAnswer } from '../../../cache/amend-answer.ts'
import { refetchInvalidated } from '../../../cache/query-client.ts'
import { systemClock } from '../../../lib/clock.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { forgetTopUp, saveTopUp } from './saved-top-ups.ts'
import { rechargeOffer, topUpOf } from '../queries.ts'
import { askAfter, isSettled } from './top-up-steps.ts'

/** The current state of a top-up, requested while the page is visible: never in the background or without a network. */
export function useTopUp(id: string, memberId: string): UseQueryResult<TopUp> {
  const client = useQueryClient()
  const query = useQuery({
    ...topUpOf(id),
    refetchOnMount: 'always',
    retry: false,
    refetchInterval: ({ state }) =>
      askAfter(state.data, state.error ? systemClock.now() - state.dataUpdatedAt : 0, serverNow()),
    refetchIntervalInBackground: false,
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') void client.cancelQueries({ queryKey: topUpOf(id).queryKey })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client, id])
  const { data } = query
  useEffect(() => {
    if (data === undefined) return
    if (!isSettled(data)) return void saveTopUp(memberId, data)
    void forgetTopUp(memberId, data.id)
    takeOffOffer(client, data.id)
  }, [client, data, memberId])
  // A credited top-up moved money, so balances and bills are stale.
  const creditedAt = data?.creditedAt
  useEffect(() => {
    if (creditedAt) refetchInvalidated(client, readsOf(['recharge']))
  }, [client, creditedAt])
  return query
}

/**
 * What is settled isn't open any more: it leaves the offer, which is also read again, as an answer that is on its way
 * may be from before.
 */
export function takeOffOffer(client: QueryClient, id: string): void {
  amendAnswer(client, rechargeOffer, (it) => ({ ...it, open: it.open?.filter(({ id: of }) => of !== id) }))
  refetchInvalidated(client, [rechargeGoods.path])
}
