import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useSavedDraft } from '../../entities/use-saved-draft.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { ContractConflict, isSameContract } from './contract-conflict.tsx'
import { contractDraft, type ContractDraft } from './contract-draft.ts'
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
  // The key resets the form at a new version: what was typed for the version before must not be signed for this one.
  return isClosed ? (
    <Closed contractState={now} memberId={memberId} />
  ) : (
    <Signing key={now.version} contractState={now} memberId={memberId} />
  )
}

function Signing({ contractState: it, memberId }: { contractState: ContractInfo; memberId: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const saved = useSavedDraft(contractDraft, memberId)
  const [chosen, setChosen] = useState<{ draft: ContractDraft | undefined }>()
  const kept = chosen ? chosen.draft : saved?.content
  const older = kept && kept.basedOn !== it.version ? kept : undefined
  const conflict = older && it.contract && !isSameContract(older, it.contract) ? older : undefined
  const draft = older ? undefined : kept
  const goOn = (next: ContractDraft | undefined) => {
    void (next ? contractDraft.save(memberId, next) : contractDraft.remove(memberId))
    setChosen({ draft: next })
  }
  const done = () => {
    toast(t`Submitted: the operator is reviewing it`, { tone: 'positive' })
    void navigate({ to: '/subPages/contract/view', replace: true })
  }
  return (
    <>
      {it.button === 3 && <ContractState contractState={it} />}
      <ContractTerms terms={it.terms} />
      {conflict && it.contract ? (
        <ContractConflict
          draft={conflict}
          theirs={it.contract}
          onMine={() => goOn({ ...conflict, basedOn: it.version })}
          onTheirs={() => goOn(undefined)}
        />
      ) : (
        saved && (
          <ContractForm key={String(saved.isLate)} memberId={memberId} contractState={it} draft={draft} onDone={done} />
        )
      )}
    </>
  )
}

/** Shown while the contract is under review, or not on offer: it can't be changed then. */
function Closed({ contractState: it, memberId }: { contractState: ContractInfo; memberId: string }) {
  const draft = useSavedDraft(contractDraft, memberId)?.content
  const isOther = draft && it.contract && !isSameContract(draft, it.contract)
  return (
    <>
      <ContractState contractState={it} />
      {isOther && (
        <Banner tone="neutral" icon="info">
          <Trans>
            What you were filling in here wasn't sent. It's saved on this device, next to the version submitted
            elsewhere, until you can continue.
          </Trans>
        </Banner>
      )}
      <Link to="/subPages/contract/view" className={buttonClass({ look: 'quiet', wide: true })}>
        <Trans>See the contract</Trans>
      </Link>
    </>
  )
}
