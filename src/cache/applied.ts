/** What a command changed: paths of the reads to fetch again, and what the server answered. */
export interface Applied {
  memberId: string
  commandId: string
  path: string
  invalidates: readonly string[]
}

type Listener = (applied: Applied) => void

const listeners = new Set<Listener>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('voltfolio-applied') : undefined
if (channel) channel.onmessage = (event: MessageEvent<Applied>) => tell(event.data)

function tell(applied: Applied) {
  for (const listener of listeners) listener(applied)
}

/** Tells every tab, this one included, that the server has applied a command. */
export function announceApplied(applied: Applied): void {
  channel?.postMessage(applied)
  tell(applied)
}

/** Calls `listener` for every command applied in this or any other tab, or in the worker. */
export function onApplied(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
