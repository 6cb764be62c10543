import { createSignal } from '../lib/signal.ts'
import type { Command } from './command.ts'

/** The list before the first read from storage; compared by identity. */
export const unread: readonly Command[] = []

/**
 * The commands of the member who is, or was last, signed in; for `useSyncExternalStore`. `unread` until the outbox is
 * loaded. In a file of its own because the first file needs it, and would take along what opens the outbox.
 */
export const commands = createSignal<readonly Command[]>(unread)
