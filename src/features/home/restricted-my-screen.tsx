import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Entry } from './entry.tsx'
import { MemberCard } from './member-card.tsx'
import { MyEntries } from './my-entries.tsx'
import { WalletCard } from './wallet-card.tsx'

export const Route = createFileRoute('/pages/index/my2')({ component: RestrictedMyScreen })

/** My while the operator has switched features off: everything that belongs to the member stays reachable. */
function RestrictedMyScreen() {
  const { t } = useLingui()
  const client = useQueryClient()
  return (
    <Screen hasBack={false}>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <MemberCard />
        <WalletCard />
        <List label={t`What you own`}>
          <Entry to="/subPages/product/myProduct" icon="car" title={<Trans>My products</Trans>} />
        </List>
        <MyEntries />
      </PullToRefresh>
    </Screen>
  )
}
