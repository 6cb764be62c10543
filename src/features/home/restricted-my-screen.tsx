import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Entry } from './entry.tsx'
import { MemberCard } from './member-card.tsx'
import { featureFlags } from '../../entities/feature-flags.ts'
import { WalletCard } from './wallet-card.tsx'

export const Route = createFileRoute('/pages/index/my2')({ component: RestrictedMyScreen })

/** My while the operator has switched features off: what is the member's stays in reach, whatever else is off. */
function RestrictedMyScreen() {
  const { t } = useLingui()
  const client = useQueryClient()
  const switchedOff = useQuery(featureFlags).data?.switchedOff ?? []
  return (
    <Screen hasBack={false}>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <MemberCard />
        <WalletCard />
        <List label={t`Yours`}>
          <Entry to="/subPages/product/myProduct" icon="car" title={<Trans>My products</Trans>} />
          <Entry to="/pages/my/productOrderList" icon="receipt" title={<Trans>Orders</Trans>} />
          <Entry to="/pages/my/historyList" icon="wallet" title={<Trans>Bills of my wallets</Trans>} />
          <Entry to="/subPages/withdraw/index" icon="card" title={<Trans>Withdraw</Trans>} />
          <Entry to="/subPages/message/list" icon="bell" title={<Trans>Messages</Trans>} />
          {!switchedOff.includes('rewards') && (
            <Entry to="/pages/my/checkIn" icon="calendar" title={<Trans>Daily check-in</Trans>} />
          )}
          {!switchedOff.includes('team') && (
            <Entry to="/pages/my/invite" icon="team" title={<Trans>Invite someone</Trans>} />
          )}
          <Entry to="/subPages/address/address" icon="map-pin" title={<Trans>Addresses</Trans>} />
          <Entry to="/pages/my/set" icon="settings" title={<Trans>Settings</Trans>} />
        </List>
      </PullToRefresh>
    </Screen>
  )
}
