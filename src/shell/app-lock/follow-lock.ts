import { member, signedInId } from '../../cache/cache.ts'
import { isDue } from '../../lib/app-lock/lock-rules.ts'
import { changeLock, lockChanges, lockName, readLock, rereadLock } from '../../lib/app-lock/lock-state.ts'
import { unlock } from '../../lib/app-lock/try-pin.ts'
import { systemClock } from '../../lib/clock.ts'
import { reported } from '../../lib/report.ts'

const beatMs = 5000

let isFollowing = false
let owner: string | undefined
/** What this page last wrote as `seenAt`, and the running time of the page then: no clock can be set in it. */
let seen: { at: number; running: number } | undefined

/** Locks when the app was away long enough, and shows the lock in all tabs until one of them unlocks. */
export function followLock(): void {
  if (isFollowing) return
  isFollowing = true
  owner = signedInId()
  setInterval(beat, beatMs)
  document.addEventListener('visibilitychange', () => (isShown() ? beat() : leave()))
  // A tab that is closed in the background left the screen before: nobody has seen it since.
  addEventListener('pagehide', () => isShown() && leave())
  addEventListener('pageshow', beat)
  addEventListener('storage', ({ key }) => {
    if (key !== null && key !== lockName(owner ?? '')) return
    if (owner !== undefined) rereadLock(owner)
    show()
  })
  lockChanges.subscribe(show)
  member.subscribe(changeOwner)
  beat()
}

/** Locks where it is due; else notes that a page is on the screen. */
function beat(): void {
  const lock = owner === undefined ? undefined : readLock(owner)
  if (owner === undefined || !lock) return show()
  if (isDue(lock, elapsedSince(lock.seenAt))) {
    if (!lock.isLocked) changeLock(owner, { isLocked: true })
  } else if (isShown()) noteSeen(owner)
  show()
}

/** The app has left the screen. */
function leave(): void {
  const lock = owner === undefined ? undefined : readLock(owner)
  if (owner === undefined || !lock) return
  document.documentElement.dataset['covered'] = ''
  if (lock.isLocked) return
  if (lock.after === 0) changeLock(owner, { isLocked: true })
  else if (!isDue(lock, elapsedSince(lock.seenAt))) noteSeen(owner)
}

function noteSeen(memberId: string): void {
  seen = { at: systemClock.now(), running: performance.now() }
  changeLock(memberId, { seenAt: seen.at })
}

function elapsedSince(seenAt: number): number {
  const byClock = systemClock.now() - seenAt
  return byClock >= 0 && seen?.at === seenAt ? Math.max(byClock, performance.now() - seen.running) : byClock
}

/** Shows or removes the lock, as it is stored. The page is covered while it isn't on the screen. */
function show(): void {
  const lock = owner === undefined ? undefined : readLock(owner)
  const { dataset } = document.documentElement
  if (!lock || (!lock.isLocked && isShown())) delete dataset['covered']
  else if (isDrawn || !isShown()) dataset['covered'] = ''
  else dataset['covered'] ||= 'awaited'
  if (lock?.isLocked || isDrawn) void draw()
}

let isDrawn = false

/** Where the chunk can't be fetched the page stays covered and says so (app.css), and the next beat tries again. */
async function draw(): Promise<void> {
  const { dataset } = document.documentElement
  try {
    const { hideLockScreen, showLockScreen } = await import('./lock-host.tsx')
    isDrawn = owner !== undefined && readLock(owner)?.isLocked === true
    if (!isDrawn || owner === undefined) return hideLockScreen()
    showLockScreen(owner)
    dataset['covered'] = ''
  } catch (error) {
    if (dataset['covered'] !== undefined) dataset['covered'] = 'failed'
    reported('load: lock')(error)
  }
}

/** Who has just signed in has given a password. */
function changeOwner(): void {
  const next = signedInId()
  if (next === owner) return
  owner = next
  if (owner !== undefined) unlock(owner, systemClock)
  show()
}

function isShown(): boolean {
  return document.visibilityState === 'visible'
}
