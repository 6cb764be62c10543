import { feedPositions, feedSession, feedState, feedTrip, feedTrips } from '#protocol/feed.ts'
import { report, type Added } from '../../../http/feed.ts'
import { handle } from '../../../http/handler.ts'
import { bookMany, bookRevenue, type Booked } from './booking.ts'
import { recordPositions } from './reported-positions.ts'
import { setMachineState } from './service-state.ts'

export const trip = handle(feedTrip, (context, args) =>
  report(context, [args.source], async (db) => {
    const answer = await bookRevenue(db, { ...args, kind: 'trip' }, context.clock)
    return { answer, ...added([args], [answer]) }
  }),
)

export const trips = handle(feedTrips, (context, { trips: reports }) =>
  report(
    context,
    reports.map((it) => it.source),
    async (db) => {
      const all = reports.map((it) => ({ ...it, kind: 'trip' as const }))
      const items = await bookMany(db, all, context.clock, { batch: 'trips' })
      return { answer: { items }, ...added(reports, items) }
    },
  ),
)

export const positions = handle(feedPositions, (context, { source, positions: reports }) =>
  report(context, [source], async (db) => {
    const answer = await recordPositions(db, reports, context.clock)
    return { answer, items: answer.counted, money: 0 }
  }),
)

export const session = handle(feedSession, (context, args) =>
  report(context, [args.source], async (db) => {
    const answer = await bookRevenue(db, { ...args, kind: 'session' }, context.clock)
    return { answer, ...added([args], [answer]) }
  }),
)

export const state = handle(feedState, (context, args) =>
  report(context, [args.source], async (db) => {
    const isNew = await setMachineState(db, args, context.clock)
    return { answer: {}, items: isNew ? 1 : 0, money: 0 }
  }),
)

/** Of reports in the order of their answers. */
function added(reports: readonly { amount: number }[], booked: readonly Booked[]): Added {
  const fresh = reports.filter((_, at) => booked[at]?.counted)
  return { items: fresh.length, money: fresh.reduce((sum, it) => sum + it.amount, 0) }
}
