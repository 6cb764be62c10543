import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { toast } from '#src/ui/toast.tsx'
import { TransactionPasswordSheet } from '#src/entities/transaction-password-sheet.tsx'
import { asked } from './asked.ts'

export function Overlays() {
  const [open, setOpen] = useState(asked.get('open'))
  const [undone, setUndone] = useState(0)
  const close = () => setOpen(null)
  return (
    <Screen title="Overlays">
      <Button onClick={() => setOpen('sheet')}>Open sheet</Button>
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('password')}>Open password sheet</Button>
      <Button onClick={() => toast('Saved on this device')}>Say it</Button>
      <Button onClick={() => toast('Removed', { action: { label: 'Undo', onPress: () => setUndone(undone + 1) } })}>
        Remove
      </Button>
      <Button
        onClick={() => {
          toast('Claimed', { tone: 'positive' })
          toast('The server said no: this unit was claimed a minute ago on another device.', {
            tone: 'danger',
            duration: 6000,
          })
        }}
      >
        Say more
      </Button>
      <output className="wrap-anywhere">{undone}</output>
      <Sheet
        isOpen={open === 'sheet'}
        onClose={close}
        title="Top up"
        footer={
          <Button wide onClick={() => toast('Sent')}>
            Send $20.00
          </Button>
        }
      >
        <TextField label="Amount" inputMode="decimal" />
      </Sheet>
      <TransactionPasswordSheet
        isOpen={open === 'password'}
        onClose={close}
        step="asking"
        rejection={new Error('wrong')}
        onPassword={toast}
      >
        Withdraw $20.00 to •••• 1234
      </TransactionPasswordSheet>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Take it out of the queue?"
        actions={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button look="plain" onClick={close}>
              Take it out
            </Button>
          </>
        }
      >
        It has not been sent yet and will be gone.
      </Dialog>
    </Screen>
  )
}
