import { fakeCaches } from '#tests/support/fake-caches.ts'
import { fill, find, isComplete, removeUnused, type Precache } from '../../sw/precache.ts'
import { createRepair } from '../../sw/repair.ts'

export const buildNames = ['A', 'B', 'C'] as const
export type BuildName = (typeof buildNames)[number]

/** Events in a browser with the app, caused by the server, the member or the browser. */
export type BuildEvent =
  | `deploy ${BuildName}`
  | 'look'
  | 'arrive'
  | 'reload'
  | 'take'
  | 'open tab'
  | 'close tab'
  | 'clear'
  | 'offline'
  | 'online'

const scope = 'https://app.example/'
const filesOf = (build: BuildName) => [
  'index.html',
  'assets/shared-1.js',
  `assets/main-${build}.js`,
  'assets/late-1.js',
]

/**
 * A browser around the worker's own code: one registration, its caches, and tabs. An install begins with a look for a
 * newer build and ends with `arrive`; until then half of its files are in its cache.
 */
export class BuildModel {
  readonly #caches = fakeCaches()
  #server: BuildName = 'A'
  #isOnline = true
  #installing: { build: BuildName; open: () => void; end: Promise<boolean> } | undefined
  #waiting: BuildName | undefined
  #active: BuildName = 'A'
  /** The build that each tab runs; undefined for the browser's own page that there is no network. */
  #tabs: (BuildName | undefined)[] = ['A']

  /** The build A is installed and one tab runs it. */
  async begin(): Promise<void> {
    await fill(this.#precache('A'), () => {})
  }

  /** False where the event is impossible now; the model is then unchanged. */
  async happen(event: BuildEvent): Promise<boolean> {
    switch (event) {
      case 'look':
        return this.#look()
      case 'arrive':
        return this.#arrive()
      case 'reload':
        await this.#load(0)
        return true
      case 'take':
        return this.#take()
      case 'open tab':
        if (this.#tabs.length > 1) return false
        this.#tabs.push(undefined)
        await this.#load(1)
        return true
      case 'close tab':
        if (this.#tabs.length < 2) return false
        this.#tabs.pop()
        return true
      case 'clear':
        for (const name of await this.#caches.keys()) await this.#caches.delete(name)
        return true
      case 'offline':
      case 'online':
        if (this.#isOnline === (event === 'online')) return false
        this.#isOnline = event === 'online'
        if (this.#isOnline) await this.#repair()
        return true
      default:
        return this.#deploy(event.slice('deploy '.length) as BuildName)
    }
  }

  /** Workers and tabs that lack files of their build. */
  async faults(): Promise<string[]> {
    const faults: string[] = []
    for (const worker of [this.#active, this.#waiting])
      if (worker && !(await isComplete(this.#precache(worker)))) faults.push(`the worker ${worker} is not whole`)
    for (const tab of this.#tabs) faults.push(...(await this.#missingOf(tab)))
    return faults
  }

  /** Files that an offline start would lack. */
  async faultsOfOfflineStart(): Promise<string[]> {
    const page = await find(this.#precache(this.#active), `${scope}index.html`)
    return page ? this.#missingOf(await buildIn(page)) : ['no page opens without a network']
  }

  /** Number of tabs that run another build than the active worker's. */
  tabsLeftBehind(): number {
    return this.#tabs.filter((tab) => tab !== this.#active).length
  }

  async #missingOf(tab: BuildName | undefined): Promise<string[]> {
    if (!tab) return []
    const missing: string[] = []
    for (const url of filesOf(tab))
      if (!(await find(this.#precache(this.#active), scope + url))) missing.push(`a tab of ${tab} lacks ${url}`)
    return missing
  }

  async #deploy(build: BuildName): Promise<boolean> {
    if (this.#server === build) return false
    this.#server = build
    await this.#look()
    return true
  }

  /** As in browsers, only a build that differs from the newest worker is installed, one install at a time. */
  async #look(): Promise<boolean> {
    const build = this.#server
    if (!this.#isOnline || this.#installing || build === (this.#waiting ?? this.#active)) return false
    const gate = Promise.withResolvers<void>()
    const end = fill(this.#precache(build, gate.promise), () => {}).then(
      () => true,
      () => false,
    )
    this.#installing = { build, open: gate.resolve, end }
    await settled()
    return true
  }

  async #arrive(): Promise<boolean> {
    if (!this.#installing) return false
    const { build, open, end } = this.#installing
    open()
    const isInstalled = await end
    this.#installing = undefined
    if (isInstalled) this.#waiting = build
    return true
  }

  async #take(): Promise<boolean> {
    if (!this.#waiting) return false
    this.#active = this.#waiting
    this.#waiting = undefined
    for (const index of this.#tabs.keys()) await this.#load(index)
    return true
  }

  async #load(index: number): Promise<void> {
    const page = await find(this.#precache(this.#active), `${scope}index.html`)
    this.#tabs[index] = page ? await buildIn(page) : this.#isOnline ? this.#server : undefined
    if (this.#tabs[index] === undefined) return
    const inUse = [this.#installing?.build, this.#waiting, this.#active, ...this.#tabs].filter((it) => it !== undefined)
    await removeUnused(this.#precache(this.#active), async () => inUse)
    await this.#repair()
  }

  async #repair(): Promise<void> {
    for (const worker of [this.#active, this.#waiting]) {
      if (!worker) continue
      const precache = this.#precache(worker)
      await createRepair({
        isComplete: () => isComplete(precache),
        fill: () => fill(precache, () => {}),
        update: () => this.#look(),
        onFailure: () => {},
        onEnd: () => {},
        now: () => 0,
      }).now()
    }
  }

  #precache(buildId: BuildName, gate?: Promise<void>): Precache {
    return {
      buildId,
      archives: [],
      assets: filesOf(buildId).map((url) => ({ url, revision: url.includes('-') ? null : buildId })),
      caches: this.#caches,
      scope,
      timeoutMs: 60_000,
      fetch: async ({ url }) => {
        if (!this.#isOnline) throw new TypeError('Failed to fetch')
        const answer = url.endsWith('.html')
          ? new Response(`<div id="root"></div><script src="assets/main-${this.#server}.js">`, {
              headers: { 'content-type': 'text/html' },
            })
          : new Response(url, { headers: { 'content-type': 'text/javascript' } })
        if (url.includes('main-')) await gate
        return answer
      },
    }
  }
}

async function buildIn(page: Response): Promise<BuildName | undefined> {
  const text = await page.text()
  return buildNames.find((build) => text.includes(`main-${build}.js`))
}

/** Resolves once everything that needs no network has been done. */
function settled(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done)
  })
}
