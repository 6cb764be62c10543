import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#protocol/contracts.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useEducations } from './educations.ts'
import { SignaturePicture } from './signature-picture.tsx'

/** The contract that was signed last, with masked numbers. */
export function SignedContract({ contract }: { contract: Contract }) {
  const { t } = useLingui()
  const { nameOf } = useEducations()
  const { name, idNumberMasked, phoneMasked, education, bankName, cardNumberMasked, accountName, signature } = contract
  return (
    <Section title={<Trans>What you signed</Trans>}>
      <Card>
        <Facts>
          <Fact name={<Trans>Name</Trans>}>{name}</Fact>
          <Fact name={<Trans>ID number</Trans>}>
            <bdi>{idNumberMasked}</bdi>
          </Fact>
          <Fact name={<Trans>Phone number</Trans>}>
            <bdi>{phoneMasked}</bdi>
          </Fact>
          <Fact name={<Trans>Education</Trans>}>{nameOf(education)}</Fact>
          <Fact name={<Trans>Bank</Trans>}>{bankName}</Fact>
          <Fact name={<Trans>Card or account number</Trans>}>
            <bdi>{cardNumberMasked}</bdi>
          </Fact>
          <Fact name={<Trans>Account name</Trans>}>{accountName}</Fact>
        </Facts>
        <div className="mt-4">
          <SignaturePicture strokes={signature} label={t`Signature: ${name}`} />
        </div>
      </Card>
    </Section>
  )
}
