import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Passkey } from '#protocol/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { RemovePasskey } from './remove-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import { useDate, useWhen } from '../../../entities/use-when.ts'

/** One passkey: its name, since when the account has it, and when it was last used. */
export function PasskeyRow({ passkey: { id, name, addedAt, usedAt } }: { passkey: Passkey }) {
  const { t } = useLingui()
  const dateOf = useDate()
  const when = useWhen()
  const isOnline = useOnline()
  const [isRenaming, setRenaming] = useState(false)
  const added = dateOf(addedAt)
  const seen = usedAt === null ? undefined : when(usedAt)
  return (
    <li>
      <ListRow
        start="shield"
        title={name}
        detail={
          <>
            <span className="block">
              <Trans>Added on {added}</Trans>
            </span>
            {seen !== undefined && (
              <span className="block">
                <Trans>Last used {seen}</Trans>
              </span>
            )}
          </>
        }
      />
      <div className="flex flex-wrap gap-2 px-4 pb-3">
        <Button
          look="quiet"
          size="small"
          disabled={!isOnline}
          aria-label={t`Rename ${name}`}
          onClick={() => setRenaming(true)}
        >
          <Trans>Rename</Trans>
        </Button>
        <RemovePasskey id={id} name={name} />
      </div>
      <Sheet isOpen={isRenaming} onClose={() => setRenaming(false)} title={<Trans>Rename this passkey</Trans>}>
        {isRenaming && <RenamePasskey id={id} name={name} onRenamed={() => setRenaming(false)} />}
      </Sheet>
    </li>
  )
}
