import { createEmitter } from '../lib/signal.ts'

/** A command that the server has carried out, and the paths of the reads that it invalidates. */
export interface Applied {
  memberId: string
  commandId: string
  path: string
  invalidates: readonly string[]
}

const { emit, subscribe } = createEmitter<Applied>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('voltfolio-applied') : undefined
if (channel) channel.onmessage = (event: MessageEvent<Applied>) => emit(event.data)

/** Tells every tab, this one included, that the server has applied a command. */
export function announceApplied(applied: Applied): void {
  channel?.postMessage(applied)
  emit(applied)
}

/** Calls `listener` for every command applied in this or any other tab, or in the worker. */
export const onApplied = subscribe
