import { boxBills, type Draw } from '#protocol/games.ts'
import { noticeList, type Message } from '#protocol/messages.ts'
import { orderList, type Order } from '#protocol/orders.ts'
import { pointsOrderList, type PointsOrder } from '#protocol/pointsmall.ts'
import { streamList, type Bill } from '#protocol/wallet.ts'
import { systemClock } from '../../lib/clock.ts'
import { createListCache, type ListFacts } from './list-cache.ts'
import { withoutCursors } from './list-state.ts'
import { ownConnection, queryClient, signedInId } from '../cache.ts'
import { hasNewer, pagesOf, readOlder, syncedQuery } from './synced-list.ts'

const syncing = { cache: createListCache(ownConnection), clock: systemClock, whose: signedInId }

/** A list that is stored entry by entry, so that all of it opens and can be searched without a network. */
function longList<T>(pages: ReturnType<typeof pagesOf>) {
  return {
    query: syncedQuery<T>(pages, syncing),
    /** Fetches one more page of what is missing; resolves with whether anything still is. Rejects with ApiError. */
    readOlder: (mayWait = false) => readOlder(queryClient, pages, syncing, mayWait),
    /** What is stored of it; rejects where the database can't be used. */
    facts: () => syncing.cache.facts(pages.name),
    /** Whether the server has an entry above the stored ones. Rejects with ApiError. */
    hasNewer: (facts: ListFacts) => hasNewer(pages, facts),
    /**
     * Has the next look read all of it again; until then what is here stays. Rejects where the database can't be used.
     */
    forgetPlaces: () => syncing.cache.add(pages.name, [], withoutCursors),
  }
}

export type LongList<T> = ReturnType<typeof longList<T>>

/** What the member was told, newest first. */
export const messageHistory = longList<Message>(pagesOf(noticeList, 'at'))

/** Every movement of every wallet, newest first. */
export const billHistory = longList<Bill>(pagesOf(streamList, 'at'))

/** The member's orders, newest first. One changes when its term ends or its machine is closed, years later too. */
export const orderHistory = longList<Order>(pagesOf(orderList, 'paidAt', 'all'))

/** The member's draws with what anybody needs to check them, newest first. A prize may be claimed a month later. */
export const drawHistory = longList<Draw>(pagesOf(boxBills, 'at', 'all'))

/** The member's orders of the points mall, newest first. A parcel may be on its way for more than a month. */
export const pointsOrderHistory = longList<PointsOrder>(pagesOf(pointsOrderList, 'at', 'all'))
