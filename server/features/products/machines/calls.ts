import { feedPositions, feedSession, feedState, feedTrip, feedTrips } from '#protocol/feed.ts'
import { handle } from '../../../http/handler.ts'
import { bookMany, bookRevenue } from './booking.ts'
import { recordPositions } from './reported-positions.ts'
import { setMachineState } from './service-state.ts'

export const trip = handle(feedTrip, ({ transact, clock }, args) =>
  transact((db) => bookRevenue(db, { ...args, kind: 'trip' }, clock)),
)

export const trips = handle(feedTrips, async ({ transact, clock }, { trips: reports }) => ({
  items: await transact((db) =>
    bookMany(
      db,
      reports.map((it) => ({ ...it, kind: 'trip' as const })),
      clock,
      { batch: 'trips' },
    ),
  ),
}))

export const positions = handle(feedPositions, ({ transact, clock }, { positions: reports }) =>
  transact((db) => recordPositions(db, reports, clock)),
)

export const session = handle(feedSession, ({ transact, clock }, args) =>
  transact((db) => bookRevenue(db, { ...args, kind: 'session' }, clock)),
)

export const state = handle(feedState, async ({ transact, clock }, args) => {
  await transact((db) => setMachineState(db, args, clock))
  return {}
})
