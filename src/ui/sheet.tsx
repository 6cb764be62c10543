import { Drawer } from '@base-ui/react/drawer'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useOverlay } from './open-overlays.ts'
import { useWide } from './use-wide.ts'

export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Stays visible while the rest scrolls: the one primary action. */
  footer?: ReactNode
  /** The element that gets the focus first; the close button where none is named. */
  firstFocus?: RefObject<HTMLElement | null>
  /** What was typed is still there when the sheet is opened again, as long as the page under it stays. */
  keepsInput?: boolean
}

/**
 * Slides up from below on a phone and follows the finger; stands at the side on a wide screen. It traps the focus,
 * returns it, and closes on Escape and on the system's back.
 */
export function Sheet({ isOpen, onClose, title, children, footer, firstFocus, keepsInput = false }: SheetProps) {
  const { t } = useLingui()
  const isWide = useWide()
  useOverlay(isOpen, onClose)
  const end = document.documentElement.dir === 'rtl' ? 'left' : 'right'
  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      swipeDirection={isWide ? end : 'down'}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal keepMounted={keepsInput}>
          <Drawer.Backdrop className={backdropClass} />
          <Drawer.Viewport
            className={classNames('layer-popup fixed inset-0 flex', isWide ? 'justify-end' : 'items-end')}
          >
            <Drawer.Popup
              initialFocus={firstFocus}
              className={classNames(popupClass, isWide ? sideClass : bottomClass)}
            >
              {!isWide && <div aria-hidden className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-edge" />}
              <div className="flex shrink-0 items-center gap-4 px-5 pt-3 pb-2">
                <Drawer.Title className="min-w-0 flex-1 text-title font-strong">{title}</Drawer.Title>
                <Drawer.Close
                  aria-label={t`Close`}
                  className="-me-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
                >
                  <Icon name="close" />
                </Drawer.Close>
              </div>
              <Drawer.Content
                tabIndex={0}
                className="focus-visible:-outline-offset-2 min-h-0 flex-1 touch-auto overflow-y-auto overscroll-contain px-5 pb-5"
              >
                {children}
              </Drawer.Content>
              {footer && <div className="shrink-0 border-t border-line px-5 pt-3">{footer}</div>}
              <div className="h-[calc(0.75rem+max(var(--safe-bottom),var(--strip,0px)))] shrink-0" />
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

const backdropClass = classNames(
  'layer-mask fixed inset-0 bg-mask opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-(--calm)',
  'data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0',
)

const popupClass = classNames(
  'flex flex-col bg-raised text-ink shadow-float outline-none transition-transform duration-(--calm) ease-settle data-swiping:duration-0 data-swiping:select-none',
)

// The strip below hides the gap when the finger pulls the sheet up beyond its end.
const bottomClass = classNames(
  'relative max-h-[calc(100dvh-var(--safe-top)-1.5rem)] w-full rounded-t-xl [transform:translateY(var(--drawer-swipe-movement-y,0px))]',
  'after:absolute after:inset-x-0 after:top-full after:h-16 after:bg-raised',
  'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)]',
)

const sideClass = classNames(
  'h-dvh w-full max-w-form rounded-s-xl [transform:translateX(var(--drawer-swipe-movement-x,0px))]',
  'data-starting-style:[transform:translateX(100%)] data-ending-style:[transform:translateX(100%)]',
  'rtl:data-starting-style:[transform:translateX(-100%)] rtl:data-ending-style:[transform:translateX(-100%)]',
)
