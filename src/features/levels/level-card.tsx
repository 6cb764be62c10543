import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { userInfo } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import type { Level } from '#protocol/levels.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useLevelNeeds } from '../../entities/levels.ts'
import { LevelBadge } from '../../entities/level-badge.tsx'
import { Percent } from '../../entities/product-words.tsx'
import { Money } from '../../ui/money.tsx'
import { numberFormat } from '../../lib/intl.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'

interface LevelCardProps {
  level: Level
  /** The member's own level and growth; undefined while unknown. */
  own: number | undefined
  growth: number | undefined
  /** What the member still lacks of the next level's conditions. */
  lacks: NonNullable<Answer<typeof userInfo>['merchantUpgradeInfo']> | undefined
  currency: string
}

/** A level: its requirements and its benefits. */
export function LevelCard({ level, own, growth, lacks, currency }: LevelCardProps) {
  const { t, i18n } = useLingui()
  // An answer that an earlier build cached has only `growthNeeded`.
  const {
    growthNeeded,
    rechargeNeeded = 0,
    teamSizeNeeded = 0,
    withdrawalDiscountBp,
    upgradeBonusPoints,
    salaryRewardBp,
    taxRateBp,
  } = level
  const number = numberFormat(i18n.locale)
  const needs = number.format(growthNeeded)
  const has = number.format(growth ?? 0)
  const isNext = own !== undefined && level.level === own + 1
  // The bar is of growth alone: full, it must not look as if nothing else were missing.
  const others = useLevelNeeds()(
    {
      growthNeeded: 0,
      rechargeNeeded: lacks?.rechargeNeeded === 0 ? 0 : rechargeNeeded,
      teamSizeNeeded: lacks?.teamSizeNeeded === 0 ? 0 : teamSizeNeeded,
    },
    currency,
  )
  const also = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(others)
  return (
    <Card tone={level.level === own ? 'accent' : 'plain'}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2>
          <LevelBadge level={level.level} name={level.name} />
        </h2>
        {level.level === own && (
          <Chip tone="positive" icon="check">
            <Trans>Your level</Trans>
          </Chip>
        )}
        {own !== undefined && level.level < own && (
          <Chip icon="check">
            <Trans>Reached</Trans>
          </Chip>
        )}
      </div>
      {isNext && (
        <div className="mb-3">
          <ProgressBar value={(growth ?? 0) / Math.max(1, growthNeeded)} label={t`Growth: ${has} of ${needs}`} />
          {others.length > 0 && (
            <p className="mt-1 text-small text-ink-soft">
              <Trans>Also needed: {also}</Trans>
            </p>
          )}
        </div>
      )}
      <Facts>
        {growthNeeded > 0 && <Fact name={<Trans>Growth needed</Trans>}>{needs}</Fact>}
        {rechargeNeeded > 0 && (
          <Fact name={<Trans>Total top-ups needed</Trans>}>
            <Money isOpen value={rechargeNeeded} currency={currency} />
          </Fact>
        )}
        {teamSizeNeeded > 0 && (
          <Fact name={<Trans>Team needed</Trans>}>
            <Plural value={teamSizeNeeded} one="# person" other="# people" />
          </Fact>
        )}
        {withdrawalDiscountBp > 0 && (
          <Fact name={<Trans>Off the withdrawal fee</Trans>}>
            <Percent bp={withdrawalDiscountBp} />
          </Fact>
        )}
        {upgradeBonusPoints > 0 && (
          <Fact name={<Trans>Gold coins when you reach it</Trans>}>{number.format(upgradeBonusPoints)}</Fact>
        )}
        {salaryRewardBp > 0 && (
          <Fact name={<Trans>Extra weekly salary</Trans>}>
            <Percent bp={salaryRewardBp} />
          </Fact>
        )}
        <Fact name={<Trans>Tax on withdrawals</Trans>}>
          {taxRateBp === 0 ? <Trans>none</Trans> : <Percent bp={taxRateBp} />}
        </Fact>
      </Facts>
    </Card>
  )
}
