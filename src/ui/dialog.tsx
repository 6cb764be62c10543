import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useOverlay } from './open-overlays.ts'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the most important one first. The handler of each closes the dialog. */
  actions: ReactNode
}

/** A question that must be answered before anything else. Content longer than a few lines belongs in a Sheet. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  useOverlay(isOpen, onClose)
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="layer-mask fixed inset-0 bg-mask transition-opacity duration-(--quick) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup className="layer-popup fixed inset-0 m-auto flex h-fit max-h-[calc(100dvh-3rem-2*var(--strip,0px))] w-[calc(100%-2.5rem)] max-w-form flex-col gap-2 overflow-y-auto rounded-xl bg-raised p-6 text-ink shadow-float outline-none transition-[opacity,scale] duration-(--quick) data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-title font-strong text-balance">{title}</AlertDialog.Title>
          {children && (
            <AlertDialog.Description render={<div />} className="text-ink-soft">
              {children}
            </AlertDialog.Description>
          )}
          <div className="mt-4 flex flex-col gap-2">{actions}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
