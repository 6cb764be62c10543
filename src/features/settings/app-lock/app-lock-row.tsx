import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSignedIn } from '../../../cache/use-signed-in.ts'
import { List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { AfterWords } from './after-words.tsx'
import { ChangeLock } from './change-lock.tsx'
import { NewLock } from './new-lock.tsx'
import { useLock } from './unlock-form.tsx'

/** The app lock on the settings page: whether it is on, and a sheet that sets, changes or removes it. */
export function AppLockRow() {
  const memberId = useSignedIn()
  return memberId === undefined ? null : <OwnLock memberId={memberId} />
}

function OwnLock({ memberId }: { memberId: string }) {
  const lock = useLock(memberId)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <List>
        <li>
          <button type="button" className={rowLinkClass} onClick={() => setOpen(true)}>
            <ListRow
              start="shield"
              title={<Trans>App lock</Trans>}
              detail={lock ? <AfterWords after={lock.after} /> : <Trans>Off</Trans>}
              leads
            />
          </button>
        </li>
      </List>
      <Sheet isOpen={isOpen} onClose={close} title={<Trans>App lock</Trans>}>
        {isOpen &&
          (lock ? <ChangeLock memberId={memberId} onDone={close} /> : <NewLock memberId={memberId} onDone={close} />)}
      </Sheet>
    </>
  )
}
