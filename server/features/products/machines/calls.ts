import { feedSession, feedState, feedTrip } from '#protocol/feed.ts'
import { handle } from '../../../http/handler.ts'
import { bookRevenue } from './booking.ts'
import { setMachineState } from './service-state.ts'

export const trip = handle(feedTrip, ({ transact, clock }, args) =>
  transact((db) => bookRevenue(db, { ...args, kind: 'trip' }, clock)),
)

export const session = handle(feedSession, ({ transact, clock }, args) =>
  transact((db) => bookRevenue(db, { ...args, kind: 'session' }, clock)),
)

export const state = handle(feedState, async ({ transact, clock }, args) => {
  await transact((db) => setMachineState(db, args, clock))
  return {}
})
