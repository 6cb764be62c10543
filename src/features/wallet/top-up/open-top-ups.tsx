import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { TopUp } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { onThisClock, serverNow } from '../../../lib/server-clock.ts'
import { Section } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { IconDisc, List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { rechargeOffer, topUpOf } from '../queries.ts'
import { openHere, savedTopUps } from './saved-top-ups.ts'
import { taskOf } from './top-up-steps.ts'
import { wordsOf } from './top-up-words.tsx'

/**
 * Links to the top-ups that the server knows to be open, and those opened on this device, also after the app was
 * closed. Renders nothing where there are none.
 */
export function OpenTopUps({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(rechargeOffer)
  const kept = useKept(memberId, data?.open)
  const topUps = together(kept, data?.open ?? [])
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

/** Each once, as far along as either knows. The server's answer may be an old one: what ended since isn't open. */
export function together(kept: readonly TopUp[], open: readonly TopUp[]): TopUp[] {
  const now = serverNow()
  const known = new Set(kept.map((it) => it.id))
  const others = open.filter((it) => !known.has(it.id) && now < millisOf(it.expiresAt))
  const newest = kept.map((it) => {
    const said = open.find(({ id }) => id === it.id)
    return said && (said.seen > it.seen || said.confirmed > it.confirmed) ? said : it
  })
  return [...newest, ...others].toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))
}

function useKept(memberId: string, open: readonly TopUp[] | undefined): readonly TopUp[] {
  const client = useQueryClient()
  const [topUps, setTopUps] = useState<readonly TopUp[]>([])
  useEffect(() => {
    let isHere = true
    const show = (it: readonly TopUp[]) => isHere && setTopUps(it)
    const ask = (id: string) => client.fetchQuery(topUpOf(id))
    // What is known here is shown meanwhile.
    void savedTopUps(memberId).then(show)
    void openHere(memberId, open, ask).then(show)
    return () => {
      isHere = false
    }
  }, [client, memberId, open])
  return topUps
}
