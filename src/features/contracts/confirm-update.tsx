import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ContractChange } from './contract-changes.ts'

interface ConfirmUpdateProps {
  isOpen: boolean
  changes: readonly ContractChange[]
  /** The server has approved a contract, and it stays valid until the update is reviewed. */
  isApproved: boolean
  onConfirm: () => void
  onClose: () => void
}

/**
 * The question before a contract is updated: it says that the review starts again, and what changes (specification 4).
 */
export function ConfirmUpdate({ isOpen, changes, isApproved, onConfirm, onClose }: ConfirmUpdateProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Submit this update?</Trans>}
      actions={
        <>
          <Button wide onClick={onConfirm}>
            <Trans>Submit for review</Trans>
          </Button>
          <Button look="plain" wide onClick={onClose}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    >
      <p>
        {isApproved ? (
          <Trans>
            The operator reviews it again. Until then the approved version applies, and you can't change anything more.
          </Trans>
        ) : (
          <Trans>The operator reviews it again. You can't change anything more until then.</Trans>
        )}
      </p>
      <Changes changes={changes} />
    </Dialog>
  )
}

function Changes({ changes }: { changes: readonly ContractChange[] }) {
  if (changes.length === 0)
    return (
      <p className="mt-3">
        <Trans>Only the signature is new. Everything else is what you signed before.</Trans>
      </p>
    )
  return (
    <dl className="mt-3 flex flex-col gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-small">{field}</dt>
          <dd className="text-ink wrap-anywhere">
            <del className="text-ink-soft">
              <bdi>{before}</bdi>
            </del>{' '}
            <ins className="font-strong no-underline">
              <bdi>{after}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
