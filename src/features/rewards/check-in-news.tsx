import { Plural, Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { gameSign } from '#protocol/rewards.ts'
import { dayText } from '../../lib/date-texts.ts'
import { Art } from '../../ui/art.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { dismiss } from '../../outbox/dismiss.ts'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import type { SignState } from './use-sign-state.ts'

/** The server's answer to the last check-in of this device: its reward, or why it was rejected. */
export function CheckInNews({ sign: { last } }: { sign: SignState }) {
  return (
    <>
      {/* Always present: screen readers announce only changes of an existing status. Empty, it takes no space. */}
      <div role="status" className="empty:absolute">
        {last?.state === 'applied' && <Confirmed answer={last.reply?.data} />}
      </div>
      {(last?.state === 'rejected' || last?.state === 'quarantined') && (
        <Banner tone="danger" icon="warning" onDismiss={() => void dismiss(last.id)}>
          <ReplyReason reply={last.reply}>
            <Trans>The check-in wasn't accepted.</Trans>
          </ReplyReason>
        </Banner>
      )}
    </>
  )
}

function Confirmed({ answer }: { answer: unknown }) {
  const { i18n } = useLingui()
  const read = v.safeParse(gameSign.answer, answer)
  // The server has accepted the check-in, but this version can't parse the answer.
  if (!read.success) return null
  const { day, points, streak } = read.output
  return (
    <Card tone="accent">
      <div className="flex flex-wrap items-center gap-4">
        <span className="w-28 shrink-0">
          <Art name="achievement" />
        </span>
        <p className="min-w-0 flex-[1_1_12rem]">
          <span className="block text-title font-strong">
            <Plural value={points} one="# gold coin is yours" other="# gold coins are yours" />
          </span>
          <span className="block text-pretty">
            <Trans>Counts for {dayText(day, i18n.locale)}.</Trans>{' '}
            <Plural
              value={streak}
              one="Your first day in a row: come back tomorrow."
              other="# days in a row: keep it up."
            />
          </span>
        </p>
      </div>
    </Card>
  )
}
