import { feedTopUp } from '#protocol/feed.ts'
import { instant } from '../../../clock.ts'
import { afterCommit } from '../../../db/after-commit.ts'
import { noteAction, theFeed } from '../../../db/operator-actions.ts'
import { report } from '../../../http/feed.ts'
import { handle } from '../../../http/handler.ts'
import { takeReport } from './held.ts'

/**
 * Only the feed's word proves such a payment, so it is also stored among the operator's actions. Transfers that a rail
 * saw on a chain need no such row: `rail_transfer` holds the proof.
 */
export const reportedTopUp = handle(feedTopUp, (context, args) =>
  report(context, [args.source], async (db) => {
    const { isUnowned, ...answer } = await takeReport(db, args, context.clock)
    if (!answer.counted) return { answer, items: 0, money: 0 }
    await noteAction(db, {
      at: instant(context.clock),
      by: theFeed,
      why: `${args.source}/${args.externalId}`,
      command: 'feed topUp',
      args,
      outcome: [
        isUnowned
          ? `Kept as ${answer.id} for whoever sent it: that account was deleted.`
          : answer.underReview
            ? `Held for a review as ${answer.id}.`
            : `Credited as ${answer.id}.`,
      ],
    })
    if (isUnowned)
      afterCommit(() => {
        context.log.error('a payment came for an account that was deleted', undefined, {
          source: args.source,
          externalId: args.externalId,
        })
      })
    return { answer, items: 1, money: args.amount }
  }),
)
