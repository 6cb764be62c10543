/** A page of ours, as far as a click on a notification needs it. */
export interface Page {
  focus(): Promise<unknown>
  /** Posts a message and resolves with true once the page has answered, with false when it doesn't. */
  ask(message: unknown): Promise<boolean>
}

export interface Landing {
  pages(): Promise<Page[]>
  open(route: string): Promise<unknown>
  /** Keeps the route for a page that opens without one: iOS starts an installed app where it likes. */
  leave(route: string): Promise<void>
}

/** Brings a click on a notification to its route: in a page that is open, or in a new one. */
export async function land(route: string, at: Landing): Promise<void> {
  for (const page of await at.pages()) {
    // First, while the click still counts; browsers refuse it otherwise, and a refusal must not end the matter.
    await page.focus().catch(() => {})
    if (await page.ask({ type: 'route', route })) return
  }
  await at.leave(route).catch(() => {})
  await at.open(route)
}
