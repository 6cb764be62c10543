/** A page of ours, as far as a click on a notification needs it. */
export interface Page {
  focus(): Promise<unknown>
  /** Posts a message. Resolves with true once the page has answered, with false when no answer comes. */
  ask(message: unknown): Promise<boolean>
}

export interface ClickTarget {
  pages(): Promise<Page[]>
  open(route: string): Promise<unknown>
  /** Keeps the route for a page that opens without one: iOS starts an installed app at an address of its own choice. */
  saveRoute(route: string): Promise<void>
}

/** Brings a click on a notification to its route: in an open page, or in a new one. */
export async function openRoute(route: string, target: ClickTarget, report: (failure: unknown) => void): Promise<void> {
  for (const page of await target.pages()) {
    // Focus comes first, while the click still counts; a browser that refuses it still gets the route.
    await page.focus().catch(report)
    if (await page.ask({ type: 'route', route })) return
  }
  await target.saveRoute(route).catch(report)
  await target.open(route)
}
