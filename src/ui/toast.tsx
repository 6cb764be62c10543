import { useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'
import { vibrate } from '../lib/vibration.ts'
import { whenVisible } from '../lib/when-visible.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export interface ToastOptions {
  tone?: 'plain' | 'positive' | 'danger'
  /** Milliseconds. The default is 2000 (specification 9), and 6000 with an action. */
  duration?: number
  action?: { label: string; onPress: () => void }
}

interface Shown extends ToastOptions {
  key: number
  text: string
}

const MOST = 3
const shown = createSignal<readonly Shown[]>([])
let nextKey = 1
let saySeen = () => {}
const isSeen = new Promise<void>((seen) => {
  saySeen = seen
})

/**
 * Shows a short message that disappears by itself; the returned function removes it early. Anything that must not be
 * missed belongs on the page instead.
 */
export function toast(text: string, options: ToastOptions = {}): () => void {
  const key = nextKey++
  shown.set([
    ...shown
      .getSnapshot()
      .filter((it) => it.text !== text)
      .slice(1 - MOST),
    { ...options, key, text },
  ])
  if (options.tone === 'positive') vibrate([20])
  if (options.tone === 'danger') vibrate([40, 60, 40])
  const dismiss = () => takeAway(key)
  const begin = () => setTimeout(dismiss, options.duration ?? (options.action ? 6000 : 2000))
  // The time starts when the toast is visible: on a first visit `Toasts` is mounted after the first screen, and what
  // was answered while the page was behind is read once it is in front.
  void isSeen.then(() => whenVisible(begin))
  return dismiss
}

function takeAway(key: number) {
  shown.set(shown.getSnapshot().filter((it) => it.key !== key))
}

function subscribe(changed: () => void) {
  saySeen()
  return shown.subscribe(changed)
}

const icons: Record<NonNullable<ToastOptions['tone']>, IconName | undefined> = {
  plain: undefined,
  positive: 'check',
  danger: 'warning',
}

/**
 * The one place where toasts appear; the shell mounts it above everything. Its live region must exist before its text
 * does, or screen readers don't read the text.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, shown.getSnapshot)
  return (
    <div
      role="status"
      aria-live="polite"
      className="layer-toast pointer-events-none fixed inset-x-0 bottom-[max(5.5rem+var(--safe-bottom),var(--tab-bar,0px)+0.75rem)] flex flex-col items-center gap-2 px-4"
    >
      {toasts.map((it) => (
        <div
          key={it.key}
          className={classNames(
            'flex max-w-content animate-appear items-center gap-3 rounded-full bg-ink ps-5 pe-5 text-canvas shadow-float',
            it.action && 'pointer-events-auto pe-2',
          )}
        >
          {icons[it.tone ?? 'plain'] && <Icon name={icons[it.tone ?? 'plain'] ?? 'check'} size="small" />}
          <span className="py-3">{it.text}</span>
          {it.action && <ActionButton {...it.action} onDone={() => takeAway(it.key)} />}
        </div>
      ))}
    </div>
  )
}

function ActionButton({ label, onPress, onDone }: NonNullable<ToastOptions['action']> & { onDone: () => void }) {
  const press = () => {
    onDone()
    onPress()
  }
  return (
    <button type="button" onClick={press} className="min-h-11 rounded-full px-3 font-strong underline">
      {label}
    </button>
  )
}
