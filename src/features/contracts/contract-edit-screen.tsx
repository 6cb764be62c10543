import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { buttonClass } from '../../ui/button.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { contractDraft } from './contract-draft.ts'
import { ContractForm } from './contract-form.tsx'
import { ContractState } from './contract-state.tsx'
import { ContractTerms } from './contract-terms.tsx'
import { contractState } from './queries.ts'

export const Route = createFileRoute('/subPages/contract/edit')({ component: ContractEditScreen })

type ContractInfo = Answer<typeof contractInfo>

function ContractEditScreen() {
  const query = useQuery(contractState)
  const memberId = useSignedIn()
  return (
    <Screen width="form">
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {(it) => memberId !== undefined && <Edit now={it} memberId={memberId} />}
      </QueryStates>
    </Screen>
  )
}

function Edit({ now, memberId }: { now: ContractInfo; memberId: string }) {
  const isClosed = now.button === 1 || now.button === 4
  // Another version is another form: what was typed for the one before is not what would be signed.
  return isClosed ? (
    <Closed contractState={now} />
  ) : (
    <Signing key={now.version} contractState={now} memberId={memberId} />
  )
}

function Signing({ contractState: it, memberId }: { contractState: ContractInfo; memberId: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const saved = useSavedDraft(contractDraft, memberId)
  const draft = saved?.content?.basedOn === it.version ? saved.content : undefined
  const done = () => {
    toast(t`Handed in: the operator reviews it now`, { tone: 'positive' })
    void navigate({ to: '/subPages/contract/view', replace: true })
  }
  return (
    <>
      {it.button === 3 && <ContractState contractState={it} />}
      <ContractTerms terms={it.terms} />
      {saved && <ContractForm memberId={memberId} contractState={it} draft={draft} onDone={done} />}
    </>
  )
}

/** It is being reviewed, or not on offer: nothing can be changed now. */
function Closed({ contractState: it }: { contractState: ContractInfo }) {
  return (
    <>
      <ContractState contractState={it} />
      <Link to="/subPages/contract/view" className={buttonClass({ look: 'quiet', wide: true })}>
        <Trans>See the contract</Trans>
      </Link>
    </>
  )
}
