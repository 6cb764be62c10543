import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#protocol/contracts.ts'
import { TwoVersions } from '../../entities/two-versions.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import type { ContractDraft } from './contract-draft.ts'
import { useEducations } from './educations.ts'

interface ContractConflictProps {
  draft: ContractDraft
  /** The contract that another device submitted since the draft was begun. */
  theirs: Contract
  onMine: () => void
  onTheirs: () => void
}

/**
 * Another device submitted the contract while this draft was open: the member chooses which of the two to go on with.
 */
export function ContractConflict({ draft, theirs, onMine, onTheirs }: ContractConflictProps) {
  const { t } = useLingui()
  const { nameOf } = useEducations()
  const linesOf = (it: Pick<Contract, 'name' | 'bankName' | 'accountName'> & { education: string }, phone: string) => [
    it.name || t`No name yet`,
    phone || t`No phone number yet`,
    nameOf(it.education) || t`No education yet`,
    it.bankName || t`No bank yet`,
    it.accountName || t`No account name yet`,
  ]
  return (
    <Section title={<Trans>Changed on another device</Trans>}>
      <Banner tone="warning" icon="warning">
        <Trans>
          Another version of this contract was submitted after you started this one. Nothing you entered here was sent.
          Choose which one to continue with. You enter the two numbers again either way.
        </Trans>
      </Banner>
      <TwoVersions
        mine={{ title: <Trans>Yours, from this device</Trans>, lines: linesOf(draft, draft.phone) }}
        theirs={{ title: <Trans>Submitted elsewhere</Trans>, lines: linesOf(theirs, theirs.phoneMasked) }}
      />
      <div className="flex flex-col gap-2">
        <Button wide onClick={onMine}>
          <Trans>Continue with mine</Trans>
        </Button>
        <Button look="quiet" wide onClick={onTheirs}>
          <Trans>Continue with the submitted one</Trans>
        </Button>
      </div>
    </Section>
  )
}

/** True where a draft equals the submitted contract: then this device submitted it, and the answer was lost. */
export function isSameContract(draft: ContractDraft, handedIn: Contract): boolean {
  const fields = ['name', 'education', 'bankName', 'accountName'] as const
  return (
    fields.every((it) => draft[it].trim() === handedIn[it]) &&
    JSON.stringify(draft.signature) === JSON.stringify(handedIn.signature)
  )
}
