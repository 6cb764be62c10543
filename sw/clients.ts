import type { Page } from './land.ts'

declare const self: ServiceWorkerGlobalScope

const ackMs = 1500

/** Open pages, the one in front first. */
export async function openPages(): Promise<WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.toSorted((a, b) => Number(b.focused) - Number(a.focused))
}

/** Posts a message and resolves with the page's answer; undefined when none comes. */
export function ask(page: Client, message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(undefined), ackMs)
    port1.onmessage = (event: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(event.data)
    }
    page.postMessage(message, [port2])
  })
}

export function pageOf(client: WindowClient): Page {
  return { focus: () => client.focus(), ask: async (message) => (await ask(client, message)) === 'done' }
}

export async function tellAll(message: unknown): Promise<void> {
  for (const page of await openPages()) page.postMessage(message)
}
