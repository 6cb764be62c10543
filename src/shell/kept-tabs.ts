import { useLingui } from '@lingui/react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { systemClock } from '../lib/clock.ts'
import { useAmountsHidden } from '../ui/hidden-amount.tsx'

/** A tab's page, which stays as it is while another page is open. */
export interface KeptTab {
  readonly id: number
  readonly path: string
  /** Path and search when it was last open. */
  readonly address: string
  /** In milliseconds. */
  readonly drawnAt: number
  /** The element that holds the page. It stays at its place in the document. */
  readonly holder: HTMLElement
}

export interface Opened {
  /** Of the tab that is open; undefined on every other page. */
  readonly path: string | undefined
  readonly address: string
  /** Whose pages these are, in which language, and whether they show amounts. */
  readonly scope: string
}

export interface KeptTabs extends Opened {
  readonly tabs: readonly KeptTab[]
}

/** Milliseconds. "2 minutes ago" isn't true for longer. */
const freshMs = 5 * 60_000

const none: KeptTabs = { path: undefined, address: '', scope: '', tabs: [] }

/**
 * The pages to keep. `path` is that of the tab whose page this is; in the answer it is undefined until that is loaded.
 * None is kept in review mode, whose document has nothing of what is switched off, or by the server. Pages drawn while
 * amounts were shown go when they are hidden: they would stay in the document.
 */
export function useKeptTabs(path: string | undefined, isRestricted: boolean): KeptTabs {
  const { i18n } = useLingui()
  const signedIn = useSignedIn()
  const areHidden = useAmountsHidden()
  const scope = isRestricted ? 'restricted' : `${i18n.locale} ${signedIn} ${areHidden}`
  const address = useRouterState({ select: addressOf })
  const isThere = path !== undefined && !isRestricted && address !== '' && typeof document !== 'undefined'
  const [kept, setKept] = useState(none)
  const next = follow(kept, isThere ? { path, address, scope } : { ...none, scope }, systemClock.now())
  if (next !== kept) setKept(next)
  return next
}

/** Of the current page, once it is loaded. */
function addressOf({ matches }: { matches: readonly { pathname: string; search: object; status: string }[] }): string {
  const match = matches.at(-1)
  return match?.status === 'success' ? match.pathname + JSON.stringify(match.search) : ''
}

/**
 * What is kept when `opened` is open. A page comes back at the address at which it was left, unless it was drawn long
 * ago. Pages of another scope are dropped, but the one that stays open. While a page is open its address may change.
 */
export function follow(kept: KeptTabs, opened: Opened, now: number): KeptTabs {
  const { path, address, scope } = opened
  if (kept.address === address && kept.scope === scope && kept.path === path) return kept
  const stays = (it: KeptTab) => it.path === path && it.path === kept.path
  const tabs = kept.tabs.filter((it) => stays(it) || (kept.scope === scope && now - it.drawnAt < freshMs))
  if (path === undefined) return { ...opened, tabs }
  const known = tabs.find((it) => stays(it) || (it.path === path && it.address === address))
  // In the order in which they were drawn: an element that is moved in the document is laid out anew.
  if (known) {
    const open = { ...known, address }
    return {
      ...opened,
      tabs: tabs.map((it) => (it === known ? open : it)).filter((it) => it === open || it.path !== path),
    }
  }
  const id = Math.max(0, ...kept.tabs.map((it) => it.id)) + 1
  const open = { id, path, drawnAt: now, holder: newHolder(), address }
  return { ...opened, tabs: [...tabs.filter((it) => it.path !== path), open] }
}

function newHolder(): HTMLElement {
  const holder = document.createElement('div')
  holder.className = 'flex flex-1 flex-col'
  return holder
}
