import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { spendableBalance } from '#protocol/affordable.ts'
import { updateProfile } from '#protocol/settings.ts'
import { balances } from '../../entities/balances.ts'
import { loginConfig } from '../../entities/login-config.ts'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { IconDisc, List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { firstSteps, type FirstStep } from './first-steps.ts'

/** What a new member does first, each step ticked by what the server says. */
export function FirstStepsCard({ taken }: { taken: Readonly<Record<FirstStep, boolean>> }) {
  const { t } = useLingui()
  const { isBusy, run } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const done = firstSteps.filter((it) => taken[it]).length
  const all = firstSteps.length
  return (
    <Section
      title={<Trans>First steps</Trans>}
      aside={
        <span className="text-small text-ink-soft">
          <Trans>
            {done} of {all} done
          </Trans>
        </span>
      }
    >
      <List label={t`First steps`}>
        <MoneyStep isTaken={taken.money} />
        <Step
          to="/pages/index/index"
          icon="bolt"
          isTaken={taken.machine}
          title={<Trans>Buy your first machine</Trans>}
          detail={<Trans>You see what its units really earned before you pay.</Trans>}
        />
        <Step
          to="/pages/auth/changePassword"
          search={{ of: 'transaction' }}
          icon="shield"
          isTaken={taken.transactionPassword}
          title={<Trans>Set a transaction password</Trans>}
          detail={<Trans>Use it to confirm payments and withdrawals.</Trans>}
        />
        <Step
          to="/subPages/card/addCard"
          icon="card"
          isTaken={taken.card}
          title={<Trans>Add a bank card</Trans>}
          detail={<Trans>That's where your withdrawals go.</Trans>}
        />
      </List>
      <div className="-mt-1 flex justify-end">
        <Button
          look="plain"
          size="small"
          busy={isBusy}
          onClick={() => void run({ firstStepsDismissed: true }).then((outcome) => tell(outcome, null))}
        >
          <Trans>Hide first steps</Trans>
        </Button>
      </div>
    </Section>
  )
}

function MoneyStep({ isTaken }: { isTaken: boolean }) {
  const isDemo = useQuery(loginConfig).data?.demo === true
  const wallets = useQuery(balances).data
  return (
    <Step
      to="/pages/pay/ustd"
      icon="wallet"
      isTaken={isTaken}
      title={isDemo ? <Trans>Get demo money</Trans> : <Trans>Add money</Trans>}
      detail={
        isTaken && wallets ? (
          <Trans>
            <Money value={spendableBalance(wallets)} currency={wallets.currency} /> ready to spend
          </Trans>
        ) : (
          <Trans>Top up your recharge wallet.</Trans>
        )
      }
    />
  )
}

interface StepProps {
  to: NonNullable<LinkProps['to']>
  search?: LinkProps['search']
  icon: IconName
  isTaken: boolean
  title: ReactNode
  detail: ReactNode
}

/** A step that is taken leads nowhere any more; one whose page is switched off isn't shown. */
function Step({ to, search, icon, isTaken, title, detail }: StepProps) {
  if (useIsPageOff(to)) return null
  return (
    <li>
      {isTaken ? (
        <ListRow
          start={<IconDisc name="check" tone="positive" />}
          title={title}
          detail={detail}
          end={
            <Chip tone="positive">
              <Trans context="step">Done</Trans>
            </Chip>
          }
        />
      ) : (
        <Link to={to} {...(search && { search })} className={rowLinkClass}>
          <ListRow start={icon} title={title} detail={detail} leads />
        </Link>
      )}
    </li>
  )
}
