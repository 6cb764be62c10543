import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { TopUp } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { onThisClock, serverNow } from '../../../lib/server-clock.ts'
import { Section } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { IconDisc, List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { savedTopUps } from './saved-top-ups.ts'
import { taskOf } from './top-up-steps.ts'
import { wordsOf } from './top-up-words.tsx'

/** Links to the top-ups opened on this device, also after the app was closed. Renders nothing where there are none. */
export function OpenTopUps({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const topUps = useKept(memberId)
  if (topUps.length === 0) return null
  return (
    <Section title={<Trans>Already open</Trans>}>
      <List label={t`Already open`}>
        {topUps.map((it) => (
          <li key={it.id}>
            <OpenTopUp topUp={it} />
          </li>
        ))}
      </List>
    </Section>
  )
}

function OpenTopUp({ topUp }: { topUp: TopUp }) {
  const now = serverNow()
  const { icon, tone, title } = wordsOf(topUp, now)
  const task = taskOf(topUp, now)
  return (
    <Link to="/pages/pay/ustd" search={{ id: topUp.id }} className={rowLinkClass}>
      <ListRow
        leads
        start={<IconDisc name={icon} tone={tone} />}
        title={<Money value={topUp.amount} currency={topUp.currency} />}
        detail={title}
        end={(task === 'send' || task === 'send-rest') && <Countdown until={onThisClock(millisOf(topUp.expiresAt))} />}
      />
    </Link>
  )
}

function useKept(memberId: string): readonly TopUp[] {
  const [topUps, setTopUps] = useState<readonly TopUp[]>([])
  useEffect(() => {
    let isHere = true
    void savedTopUps(memberId).then((it) => isHere && setTopUps(it))
    return () => {
      isHere = false
    }
  }, [memberId])
  return topUps
}
