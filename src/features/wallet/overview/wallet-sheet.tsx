import { useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useState } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { DepositForm } from '../deposit/deposit-form.tsx'
import { ExchangeForm } from '../exchange/exchange-form.tsx'
import type { WalletDeed } from './wallet-actions.tsx'

// In a chunk of its own, because creating files takes more code than the wallets themselves.
const StatementForm = lazy(() => import('../statement/statement-form.tsx').then((it) => it.StatementForm))

/** The sheet of a wallet's action, over the wallets. It keeps its content during the closing animation. */
export function WalletSheet({ deed, onClose }: { deed: WalletDeed | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const [last, setLast] = useState(deed)
  if (deed && deed !== last) setLast(deed)
  // A form that has done its work makes way for an empty one when the sheet opens again.
  const [isOpen, setOpen] = useState(deed !== undefined)
  const [isDone, setDone] = useState(false)
  const [round, setRound] = useState(0)
  if (isOpen !== (deed !== undefined)) {
    setOpen(!isOpen)
    if (!isOpen && isDone) setRound(round + 1)
    if (!isOpen) setDone(false)
  }
  // One that came while the sheet was closed is still to be seen.
  const noteShown = useCallback(() => {
    if (isOpen) setDone(true)
  }, [isOpen])
  const form = { onDone: onClose, onApplied: () => setDone(true) }
  const titles: Record<WalletDeed, string> = {
    exchange: t`Move income to recharge wallet`,
    deposit: t`Open a time deposit`,
    statement: t`Download statement`,
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={last ? titles[last] : ''} keepsInput>
      {last === 'exchange' && <ExchangeForm key={round} {...form} />}
      {last === 'deposit' && <DepositForm key={round} {...form} />}
      {last === 'statement' && (
        <Suspense>
          <StatementForm key={round} onShown={noteShown} />
        </Suspense>
      )}
    </Sheet>
  )
}
