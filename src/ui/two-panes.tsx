import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { rowLinkClass } from './list-row.tsx'
import { openPage } from './open-page.ts'

interface TwoPanesProps {
  /** The list with its filters; its rows are `<li>`s, each with a ChooseRow where there are two panes. */
  children: ReactNode
  /**
   * A DetailPane with a key of its own for each entry; nothing where no entry is chosen, or where the screen has one
   * pane and the list is in it.
   */
  detail: ReactNode
}

/**
 * A list and, from 900 px, the chosen entry beside it. On the keyboard, up and down move between rows, Enter moves to
 * the heading of the chosen entry, and Escape returns to its row.
 */
export function TwoPanes({ children, detail }: TwoPanesProps) {
  return (
    <div className="flex flex-col gap-6 wide:grid wide:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] wide:items-start">
      <div className="flex min-w-0 flex-col gap-6 max-wide:empty:hidden">{children}</div>
      {detail && (
        <div data-pane className="min-w-0 wide:sticky wide:top-[calc(4rem+var(--shell-top,0px))]">
          {detail}
        </div>
      )}
    </div>
  )
}

interface ChooseRowProps {
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** True when a key or a screen reader chose the entry: the focus then moves to the entry's pane. */
let isLed = false

/** A row that shows its entry in the second pane. With one pane, use a link instead. */
export function ChooseRow({ isChosen, onChoose, children }: ChooseRowProps) {
  const choose = (event: MouseEvent) => {
    // `detail` is 0 for a click by keyboard or screen reader.
    isLed = event.detail === 0 && !isChosen
    if (event.detail === 0 && isChosen) document.querySelector<HTMLElement>(`${openPage} [data-pane] h2`)?.focus()
    onChoose()
  }
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={choose}
      onKeyDown={stepRows}
      className={`${rowLinkClass} aria-[current]:bg-accent-soft`}
    >
      {children}
    </button>
  )
}

/** Moves the focus to the row above or below, for the arrow keys of a row that is no ChooseRow. */
export function stepRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('li')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  event.preventDefault()
  next?.querySelector<HTMLElement>('button, a')?.focus()
}

interface DetailPaneProps {
  title: ReactNode
  /** IconButtons at the end of the heading's line. */
  actions?: ReactNode
  /** The one primary action, always visible. */
  bottom?: ReactNode
  children: ReactNode
}

/** The second pane: scrolls by itself between its heading and its action. Alone, it scrolls with the page. */
export function DetailPane({ title, actions, bottom, children }: DetailPaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    if (isLed) heading.current?.focus()
    isLed = false
    const pane = frame.current
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented)
        document.querySelector<HTMLElement>(`${openPage} li [aria-current]`)?.focus()
    }
    pane?.addEventListener('keydown', leave)
    return () => pane?.removeEventListener('keydown', leave)
  }, [])
  return (
    <section
      ref={frame}
      aria-labelledby={id}
      className="flex flex-col gap-3 wide:max-h-[calc(100dvh-5rem-var(--shell-top,0px)-var(--tab-bar,0px))]"
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-title font-strong wrap-anywhere outline-none">
          {title}
        </h2>
        {actions}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrolled by keyboard too
        tabIndex={0}
        role="group"
        aria-labelledby={id}
        className="rounded-lg wide:min-h-0 wide:flex-1 wide:overflow-y-auto wide:overscroll-contain focus-visible:-outline-offset-2"
      >
        <div className="flex flex-col gap-6">{children}</div>
      </div>
      {bottom}
    </section>
  )
}
