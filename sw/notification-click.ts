/** The part of an open page that a click on a notification uses. */
export interface Page {
  focus(): Promise<unknown>
  /** Posts a message. Resolves with true once the page has answered, or with false where no answer comes. */
  ask(message: unknown): Promise<boolean>
}

export interface ClickTarget {
  pages(): Promise<Page[]>
  open(route: string): Promise<unknown>
  /**
   * Saves the route for the next page that opens: iOS starts an installed app at an address that the app can't choose.
   */
  saveRoute(route: string): Promise<void>
}

/** Opens the route of a clicked notification, in an open page or in a new one. */
export async function openRoute(route: string, target: ClickTarget, report: (failure: unknown) => void): Promise<void> {
  for (const page of await target.pages()) {
    // Focus is only allowed shortly after the click, so it comes first. If the browser rejects it, the page still gets
    // the route.
    await page.focus().catch(report)
    if (await page.ask({ type: 'route', route })) return
  }
  await target.saveRoute(route).catch(report)
  await target.open(route)
}
