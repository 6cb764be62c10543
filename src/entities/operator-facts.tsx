import { Plural, Trans } from '@lingui/react/macro'
import type { Operator } from '#protocol/home.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/money.tsx'
import { AddressLink } from './address-link.tsx'
import { useDate } from './use-when.ts'

/** An operator of machines: what it says of itself, and the real income of its units. */
export function OperatorFacts({
  operator: { place, machines, since, licence, contact, sharedLast30Days, currency },
}: {
  operator: Operator
}) {
  const dateOf = useDate()
  return (
    <Facts>
      <Fact name={<Trans>Runs</Trans>}>
        <Plural value={machines} one="# machine" other="# machines" />
      </Fact>
      {place && <Fact name={<Trans>Place</Trans>}>{place}</Fact>}
      <Fact name={<Trans>Since</Trans>}>{dateOf(since)}</Fact>
      {licence !== undefined && (
        <Fact name={<Trans>Licence</Trans>}>{licence === null ? <Trans>Not named</Trans> : <bdi>{licence}</bdi>}</Fact>
      )}
      {contact !== undefined && (
        <Fact name={<Trans>Contact</Trans>}>
          {contact === null ? <Trans>Not given</Trans> : <Contact address={contact} />}
        </Fact>
      )}
      <Fact name={<Trans>Earned by all its units in the last 30 days</Trans>}>
        <Money isOpen value={sharedLast30Days} currency={currency} />
      </Fact>
    </Facts>
  )
}

function Contact({ address }: { address: string }) {
  return (
    <AddressLink
      address={address}
      className="inline-flex min-h-11 items-center font-strong text-accent-ink underline wrap-anywhere"
    >
      <bdi dir="ltr">{address.replace(/^(?:tel:|mailto:|https:\/\/)/, '')}</bdi>
    </AddressLink>
  )
}
