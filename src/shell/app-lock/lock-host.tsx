import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot, type Root } from 'react-dom/client'
import { LockScreen } from '../../features/settings/app-lock/lock-screen.tsx'
import { reported } from '../../lib/report.ts'
import { untilTextOf } from '../locale.ts'

let shown: { root: Root; host: HTMLElement; focused: Element | null; others: HTMLElement[] } | undefined

/**
 * The lock lies beside the app in a React root of its own: it must stand while the app below is still loading, waits
 * for data or has failed.
 */
export function showLockScreen(memberId: string): void {
  if (shown) return
  const focused = document.activeElement
  const host = document.createElement('div')
  host.dataset['lock'] = ''
  document.body.append(host)
  const others = [...document.body.children].filter(
    (it): it is HTMLElement => it instanceof HTMLElement && it !== host && !it.inert,
  )
  for (const it of others) it.inert = true
  const root = createRoot(host)
  shown = { root, host, focused, others }
  void untilTextOf('settings')
    // Without its texts the lock still has its fields.
    .catch(reported('load: texts'))
    .then(() => {
      if (shown?.root === root)
        root.render(
          <I18nProvider i18n={i18n}>
            <LockScreen memberId={memberId} />
          </I18nProvider>,
        )
    })
}

export function hideLockScreen(): void {
  if (!shown) return
  const { root, host, focused, others } = shown
  shown = undefined
  root.unmount()
  host.remove()
  for (const it of others) it.inert = false
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
}
