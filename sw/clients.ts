import type { Page } from './notification-click.ts'

declare const self: ServiceWorkerGlobalScope

const answerMs = 1500

interface Target {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** The open pages, the focused one first. */
export async function openPages(): Promise<WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.toSorted((a, b) => Number(b.focused) - Number(a.focused))
}

/** Posts a message to a page or a worker. Resolves with the answer, or with undefined where none comes in time. */
export function ask(target: Target, message: unknown, withinMs = answerMs): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(undefined), withinMs)
    port1.onmessage = (event: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(event.data)
    }
    target.postMessage(message, [port2])
  })
}

export function pageOf(client: WindowClient): Page {
  return { focus: () => client.focus(), ask: async (message) => (await ask(client, message)) === 'done' }
}

export async function tellAll(message: unknown): Promise<void> {
  for (const page of await openPages()) page.postMessage(message)
}
