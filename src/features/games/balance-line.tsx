import { Plural, Trans } from '@lingui/react/macro'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Count } from '../../ui/count.tsx'
import { SlotArt } from './art.tsx'
import type { Table } from './table.ts'

interface BalanceLineProps {
  table: Pick<Table, 'goldCoins' | 'luckyBalls'>
  inviteGoldCoins: number | undefined
}

/** The member's points, and what brings more of them. */
export function BalanceLine({ table: { goldCoins, luckyBalls }, inviteGoldCoins }: BalanceLineProps) {
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
        <Balance art="coins" name={<Trans>Gold coins</Trans>} value={goldCoins} />
        <Balance art="balls" name={<Trans>Lucky Balls</Trans>} value={luckyBalls} />
      </dl>
      {inviteGoldCoins !== undefined && inviteGoldCoins > 0 && (
        <FeatureLink
          to="/pages/my/invite"
          className="inline-flex min-h-11 items-center text-small text-accent-ink underline"
        >
          <Plural
            value={inviteGoldCoins}
            one="# gold coin for each invitation that signs up"
            other="# gold coins for each invitation that signs up"
          />
        </FeatureLink>
      )}
    </div>
  )
}

function Balance({ art, name, value }: { art: string; name: React.ReactNode; value: number }) {
  return (
    <div className="rounded-lg bg-surface px-3 py-2 shadow-card">
      <dt className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
        <SlotArt art={art} />
        {name}
      </dt>
      <dd className="ps-1">
        <Count value={value} />
      </dd>
    </div>
  )
}
