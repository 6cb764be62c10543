import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { ArticleLink } from '../../entities/article-link.tsx'
import { dayText } from '../../lib/date-texts.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'

interface ContractTermsProps {
  terms: Answer<typeof contractInfo>['terms']
  title?: ReactNode
  /** What has to be known before them. */
  children?: ReactNode
}

/** The work, the pay for it, who pays, and the first and last day. */
export function ContractTerms({
  terms: { article, work, weeklySalary, currency, paidFrom, startsOn, endsOn },
  title = <Trans>Terms</Trans>,
  children,
}: ContractTermsProps) {
  const { i18n } = useLingui()
  return (
    <Section title={title}>
      {children}
      <Card>
        <h3 className="text-small text-ink-soft">
          <Trans>The work</Trans>
        </h3>
        <ul className="mt-1 mb-4 list-disc ps-5">
          {work.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </ul>
        <Facts>
          <Fact name={<Trans>Pay per full week</Trans>}>
            {/* What the member agrees to, or has agreed to: shown while amounts are hidden too (docs/privacy.md). */}
            <Money isOpen value={weeklySalary} currency={currency} />
          </Fact>
          <Fact name={<Trans>Paid from</Trans>}>{paidFrom}</Fact>
          <Fact name={<Trans>Starts on</Trans>}>
            <time dateTime={startsOn}>{dayText(startsOn, i18n.locale)}</time>
          </Fact>
          <Fact name={<Trans>Until</Trans>}>
            {endsOn === null ? (
              <Trans>either side ends it</Trans>
            ) : (
              <time dateTime={endsOn}>{dayText(endsOn, i18n.locale)}</time>
            )}
          </Fact>
        </Facts>
        <p className="mt-4 text-small text-ink-soft text-pretty">
          <Trans>
            You don't have to buy or pay anything to work here. You're paid for work, from the operator's own money. A
            higher level adds to your pay.
          </Trans>
        </p>
        <p>
          <ArticleLink id={article} isAlone>
            <Trans>Read the contract in full</Trans>
          </ArticleLink>
        </p>
      </Card>
    </Section>
  )
}
