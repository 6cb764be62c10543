import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list-row.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useRedemptions } from './commands.ts'
import { GiftCodeForm } from './gift-code-form.tsx'
import { useSeenRefusals } from './seen-refusals.ts'
import { GiftRow } from './gift-row.tsx'

export const Route = createFileRoute('/pages/my/gift')({ component: GiftCodeScreen })

function GiftCodeScreen() {
  const { t } = useLingui()
  const redemptions = useRedemptions()
  useSeenRefusals(redemptions)
  return (
    <Screen width="form">
      <GiftCodeForm redemptions={redemptions} />
      <div role="status">
        {redemptions.length === 0 ? (
          <EmptyState art="gift-box" title={<Trans>No recent codes</Trans>}>
            <Trans>
              You'll see what a code gives you here: money, points or a coupon. It goes into your wallets at once.
            </Trans>
          </EmptyState>
        ) : (
          <Section title={<Trans>Codes entered here</Trans>}>
            <List label={t`Codes entered here`}>
              {redemptions.map((it) => (
                <li key={it.id}>
                  <GiftRow command={it} />
                </li>
              ))}
            </List>
          </Section>
        )}
      </div>
    </Screen>
  )
}
