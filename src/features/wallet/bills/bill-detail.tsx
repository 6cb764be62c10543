import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import type { Bill } from '#protocol/wallet.ts'
import { Card, Section } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { List, ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { useAccountWords } from '../account-words.ts'
import { billNumber, useBillSubject } from './bill-subject.ts'
import { BillAmount } from './bill-row.tsx'
import { useKindWords } from './bill-words.ts'
import { figureOf, isMoney } from '../figure.ts'
import { IncomeSource } from './income-source.tsx'
import { billOf } from '../queries.ts'
import { UnitAmounts } from './unit-amounts.tsx'
import { numberFormat } from '../../../lib/intl.ts'
import { useWhen } from '../../../entities/use-when.ts'

type Detail = Answer<typeof billDetail>

/**
 * One movement: first the fields that are on this device; then, from the server, its postings and the source of its
 * income.
 */
export function BillDetail({ bill }: { bill: Bill }) {
  const when = useWhen()
  const subject = useBillSubject()(bill)
  const { id, at, currency } = bill
  return (
    <>
      <Card>
        <Facts>
          <Fact name={<Trans>Amount</Trans>}>
            <BillAmount bill={bill} />
          </Fact>
          {subject !== null && <Fact name={<Trans>For</Trans>}>{subject}</Fact>}
          <Fact name={<Trans>When</Trans>}>
            <time dateTime={at}>{when(at)}</time>
          </Fact>
          <Fact name={<Trans>Reference</Trans>}>
            <Reference id={id} short={billNumber(id)} />
          </Fact>
        </Facts>
      </Card>
      <QueryStates query={useQuery(billOf(id))}>
        {({ postings, income, settled = [], claim, link }) => (
          <>
            {income && <IncomeSource source={income} currency={currency} paid={bill.amount} />}
            {settled.length > 0 && (
              <UnitAmounts
                units={settled.map((it) => ({
                  ...it,
                  detail: <bdi>{it.deviceNumber}</bdi>,
                  source: <UnitSource bill={bill} unitId={it.unitId} paid={it.amount} />,
                }))}
                total={bill.amount}
                currency={currency}
              />
            )}
            {claim && claim.length > 0 && (
              <UnitAmounts
                units={claim.map((it) => ({ ...it, detail: <Settlements count={it.settlements} /> }))}
                total={Math.abs(bill.amount)}
                currency={currency}
              />
            )}
            <Postings postings={postings} />
            {link && (
              <p className="text-small text-ink-soft">
                <Trans>
                  Line {link.number} of your chain of transactions, checksum{' '}
                  <bdi className="wrap-anywhere">{link.hash.slice(0, 16)}</bdi>
                </Trans>
              </p>
            )}
          </>
        )}
      </QueryStates>
    </>
  )
}

/** The ledger's postings: from which account to which. */
function Postings({ postings }: { postings: Detail['postings'] }) {
  const kinds = useKindWords()
  const accounts = useAccountWords()
  return (
    <Section title={<Trans>How it was booked</Trans>}>
      <List>
        {postings.map((it) => (
          <li key={it.id}>
            <ListRow
              title={kinds(it.kind)}
              detail={
                <>
                  <span className="block">
                    <Trans>From: {accounts(it.from.account)}</Trans>
                  </span>
                  <Trans>To: {accounts(it.to.account)}</Trans>
                </>
              }
              end={
                isMoney(it.currency) ? (
                  <Money value={it.amount} currency={it.currency} />
                ) : (
                  <span className="figures font-strong">{figureOf(it.amount, it.currency)}</span>
                )
              }
              endDetail={<bdi className="figures">{it.id}</bdi>}
            />
          </li>
        ))}
      </List>
    </Section>
  )
}

/** The source of one unit's part of an income that was settled for several. */
function UnitSource({ bill: { id, currency }, unitId, paid }: { bill: Bill; unitId: string; paid: number }) {
  return (
    <QueryStates query={useQuery(billOf(id, unitId))}>
      {({ income }) => income && <IncomeSource source={income} currency={currency} paid={paid} />}
    </QueryStates>
  )
}

function Settlements({ count }: { count: number }) {
  const { i18n } = useLingui()
  return <Trans>Settlements: {numberFormat(i18n.locale).format(count)}</Trans>
}
