import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCaches, complaintsOf, until } from '#tests/support/browser.ts'
import {
  markOne,
  markPath,
  openFaultyNetwork,
  openPhone,
  soon,
  faultSends,
  acceptedKeys,
  withoutSync,
  type FaultyNetwork,
  type Phone,
} from '#tests/support/faulty-network.ts'
import type { Fault } from '#tests/support/fault-proxy.ts'
import { storedCommands } from '#tests/support/stored.ts'
import { loadedInNewBuild, takeUpdate, untilNothingIsLoaded } from '#tests/support/app-update.ts'

let network: FaultyNetwork
let phone: Phone
let page: Page

beforeAll(async () => {
  network = await openFaultyNetwork()
})
afterAll(async () => {
  await network?.close()
})

beforeEach(async () => {
  network.builds.back()
  phone = await openPhone(network, { unread: 12 })
  ;({ page } = phone)
})

afterEach(async () => {
  network.proxy.rule = undefined
  network.proxy.closeConnections()
  await phone.context.close()
  expect(phone.complaints).toEqual([])
})

const sends = () => network.proxy.passed.filter((it) => it.path.startsWith(markPath))

async function anotherTab(): Promise<Page> {
  const tab = await phone.context.newPage()
  complaintsOf(tab)
  await phone.openMessages(tab)
  return tab
}

/**
 * Stops a page as freezing does: no timer runs, no answer is read, and it keeps its locks. The debugger does it,
 * because Chromium doesn't freeze a page under test. Returns a function that resumes the page.
 */
async function freeze(at: Page): Promise<() => Promise<void>> {
  // Browsers don't freeze a page that blocks others in the database, so a pause that does is undone and made again.
  const witness = await phone.context.newPage()
  await witness.goto(`${network.proxy.origin}/manifest.webmanifest`)
  for (;;) {
    await until(at, async () => !(await navigator.locks.query()).held?.some((it) => it.name === 'voltfolio-fill'))
    const thaw = await pause(at)
    const isFree = await Promise.race([
      writeToAll(witness).then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, 2000, false)),
    ])
    if (isFree) {
      await witness.close()
      return thaw
    }
    await thaw()
  }
}

/** Pauses a page after its own write to every store. Returns a function that resumes it. */
async function pause(at: Page): Promise<() => Promise<void>> {
  const cdp = await phone.cdp(at)
  await cdp.send('Debugger.enable')
  const stands = new Promise<void>((resolve) => {
    cdp.once('Debugger.paused', () => resolve())
  })
  const lastWord = writeToAll(at, true)
  // A test that fails closes the page before it is resumed.
  lastWord.catch(() => {})
  await stands
  return async () => {
    await cdp.send('Debugger.resume')
    await lastWord
    await cdp.detach()
  }
}

/** Resolves after a transaction that may write to all stores of the member; with `pauses`, stops there. */
function writeToAll(at: Page, pauses = false): Promise<void> {
  return at.evaluate(async (isToPause) => {
    const { name } = (await indexedDB.databases()).find((it) => /[0-9a-f]{8}-/.test(it.name ?? ''))!
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(name!)
      opening.onsuccess = () => {
        opening.result.transaction([...opening.result.objectStoreNames], 'readwrite').oncomplete = () => {
          opening.result.close()
          // oxlint-disable-next-line no-debugger
          if (isToPause) debugger
          resolve()
        }
      }
    })
  }, pauses)
}

/** Whether a page holds the lock of the outbox. */
function isSending(at: Page): Promise<boolean> {
  return at.evaluate(() =>
    navigator.locks.request(crypto.randomUUID(), async (own) => {
      const { held = [] } = await navigator.locks.query()
      const client = held.find((it) => it.name === own?.name)?.clientId
      return held.some((it) => it.clientId === client && it.name?.startsWith('voltfolio-outbox-'))
    }),
  )
}

/** Dispatches a sync event to the service worker. */
async function syncNow(cdp: CDPSession): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find((it) => it.scopeURL.startsWith(network.proxy.origin) && !it.isDeleted)
      if (mine) resolve(mine.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: network.proxy.origin,
    registrationId: await registered,
    tag: 'voltfolio-outbox',
    lastChance: false,
  })
}

test('five tabs and the worker draining at once: every command is sent once', async () => {
  const tabs = [page, await anotherTab(), await anotherTab(), await anotherTab(), await anotherTab()]
  faultSends(network, { kind: 'lost' }, Infinity)
  for (const tab of tabs) {
    await markOne(tab)
    // A command that was attempted takes no further marks, so the next is one of its own.
    await phone.dispatchOnline()
    await expect.poll(async () => (await phone.commands()).some((it) => it.attempt > 0), soon).toBe(true)
  }
  const before = sends().length
  network.proxy.rule = undefined
  await Promise.all([phone.dispatchOnline(), phone.cdp().then(syncNow)])
  await expect.poll(async () => (await phone.commands()).every((it) => it.state === 'applied'), soon).toBe(true)
  const commands = await phone.commands()
  expect(commands.length).toBeGreaterThan(1)
  expect(await acceptedKeys(network.server, commands)).toEqual(commands.map((it) => it.id))
  expect(
    sends()
      .slice(before)
      .filter((it) => it.fault === 'none')
      .map((it) => it.key)
      .toSorted(),
  ).toEqual(commands.map((it) => it.id).toSorted())
})

test('the draining tab killed: another takes over within 2 s', async () => {
  const other = await anotherTab()
  const swallow: Fault = { kind: 'blackHole' }
  faultSends(network, swallow)
  await markOne(page)
  await phone.untilStates('inflight')
  await expect.poll(() => sends().filter((it) => it.fault === 'blackHole').length, soon).toBe(1)
  const key = sends().at(-1)!.key
  // A tab that has just opened may send what another saves.
  const isOther = await isSending(other)
  const [draining, left] = isOther ? [other, page] : [page, other]
  // The tab and the worker are gone; only one tab is left.
  const begun = performance.now()
  const cdp = await phone.cdp(left)
  await cdp.send('ServiceWorker.enable')
  await Promise.all([draining.close(), cdp.send('ServiceWorker.stopAllWorkers')])
  await left.evaluate(() => void window.dispatchEvent(new Event('online')))
  await expect.poll(() => sends().at(-1), { timeout: 20_000, interval: 10 }).toMatchObject({ key, fault: 'none' })
  expect(sends().at(-1)!.at - begun).toBeLessThan(2000)
})

test('the draining tab frozen: when its lease expires another tab takes the lock and sends again under the same id', async () => {
  // Without Background Sync the worker doesn't send.
  await phone.context.close()
  phone = await openPhone(network, { unread: 12, before: withoutSync })
  ;({ page } = phone)
  const before = sends().length
  faultSends(network, { kind: 'blackHole' })
  await markOne(page)
  await phone.untilStates('inflight')
  await expect
    .poll(
      () =>
        sends()
          .slice(before)
          .map((it) => it.fault),
      soon,
    )
    .toEqual(['blackHole'])
  const { key } = sends().at(-1)!
  const thaw = await freeze(page)

  const other = await phone.context.newPage()
  const complaints = complaintsOf(other)
  await withoutSync(other)
  // This tab's clock is a minute and a half ahead, longer than it waits for the lock.
  await other.addInitScript(() => {
    const [now, timeout] = [Date.now.bind(Date), AbortSignal.timeout.bind(AbortSignal)]
    Date.now = () => now() + 90_000
    AbortSignal.timeout = (ms) => timeout(ms === 75_000 ? 1000 : ms)
  })
  await phone.openMessages(other)
  await expect.poll(() => sends().at(-1), soon).toMatchObject({ key, fault: 'none' })
  const stored = async () => (await storedCommands(other)).map(({ id, state }) => ({ id, state }))
  await expect.poll(stored, soon).toEqual([{ id: key, state: 'applied' }])

  // The resumed tab finds its request aborted and ignores the result.
  network.proxy.closeConnections()
  await thaw()
  await markOne(page)
  await expect.poll(async () => (await stored()).map((it) => it.state), soon).toEqual(['applied', 'applied'])
  expect(sends().filter((it) => it.key === key && it.fault === 'none')).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('worker stopped during a send: a tab sends again under the same id', async () => {
  faultSends(network, { kind: 'lost' }, Infinity)
  await markOne(page)
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe('network')
  const [saved] = await phone.commands()
  // A page of the origin without the app, so that only the worker sends.
  await page.goto(`${network.proxy.origin}/manifest.webmanifest`)
  faultSends(network, { kind: 'answerLost' }, 0)
  const before = sends().length
  network.proxy.rule = ({ path }) => (path.startsWith(markPath) ? { kind: 'blackHole' } : undefined)
  const cdp = await phone.cdp()
  await syncNow(cdp)
  await expect.poll(() => sends().length, soon).toBeGreaterThan(before)
  await phone.untilStates('inflight')
  await cdp.send('ServiceWorker.stopAllWorkers')
  network.proxy.rule = undefined
  await phone.openMessages()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]).toMatchObject({ id: saved!.id })
  expect(await acceptedKeys(network.server, [saved!])).toEqual([saved!.id])
})

/** Checks for an update, as the app does every hour, and waits for the notice. */
async function untilOffered(): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await page.getByText('A new version is ready').waitFor()
  await untilNothingIsLoaded(page)
}

const buildsHere = () => buildCaches(page)

test('an update in the middle of a send waits for its answer', async () => {
  faultSends(network, { kind: 'blackHole' })
  await markOne(page)
  await phone.untilStates('inflight')
  network.builds.next()
  await untilOffered()
  await page.getByRole('button', { name: 'Update now' }).click()
  await page.getByText('Something is being sent right now').waitFor()
  const [sent] = await phone.commands()
  const loaded = loadedInNewBuild(page)
  network.proxy.closeConnections()
  await loaded
  await page.getByRole('main').waitFor()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]!.id).toBe(sent!.id)
})

test('an update in the middle of a send waits for its answer, also where its worker takes long to say anything', async () => {
  faultSends(network, { kind: 'blackHole' })
  await markOne(page)
  await phone.untilStates('inflight')
  network.builds.next()
  await untilOffered()
  let loads = 0
  page.on('load', () => {
    loads++
  })
  const asked = await page.evaluateHandle(() => {
    const asks: unknown[] = []
    const post = ServiceWorker.prototype.postMessage as (...it: unknown[]) => void
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...it: unknown[]) {
      asks.push(it)
      setTimeout(() => post.apply(this, it), 4500)
    }
    return asks
  })
  await page.getByRole('button', { name: 'Update now' }).click()
  // A shorter time-out would have reloaded the page by then.
  await page.getByText('Something is being sent right now').waitFor()
  await expect.poll(async () => await asked.evaluate((it) => it.length), soon).toBeGreaterThan(1)
  expect(loads).toBe(0)
  const [sent] = await phone.commands()
  expect(sent).toMatchObject({ state: 'inflight' })
  const loaded = loadedInNewBuild(page)
  network.proxy.closeConnections()
  await loaded
  await page.getByRole('main').waitFor()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]!.id).toBe(sent!.id)
})

test('roll back, then forward: each build is offered, and the queue survives', async () => {
  faultSends(network, { kind: 'lost' }, Infinity)
  await markOne(page)
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe('network')
  const [saved] = await phone.commands()
  network.builds.next()
  await untilOffered()
  await takeUpdate(page)
  network.builds.back()
  await untilOffered()
  await takeUpdate(page)
  network.builds.next()
  await untilOffered()
  await takeUpdate(page)
  // The caches of old builds are deleted once no page runs them. One that answers too late keeps them until the next
  // occasion, which is the return to the page.
  const returnToPage = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => returnToPage().then(buildsHere), { ...soon, interval: 1000 }).toHaveLength(1)
  network.proxy.rule = undefined
  await phone.dispatchOnline()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]).toMatchObject({ id: saved!.id, args: saved!.args })
})

test('a chunk removed by a deploy: the page reloads once by itself, and then says so', async () => {
  let loads = 0
  page.on('load', () => {
    loads++
  })
  // The worker's copy is deleted, as on a first visit.
  await page.evaluate(async () => {
    for (const it of await navigator.serviceWorker.getRegistrations()) await it.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await phone.context.route('**/sw.js', (route) => route.abort())
  await page.reload()
  await page.getByRole('main').waitFor()
  network.proxy.rule = ({ path }) =>
    /assets\/salary-/.test(path) ? { kind: 'answer', status: 404, body: '' } : undefined
  loads = 0
  await page.evaluate(() => {
    location.hash = '/subPages/salary/list'
  })
  await expect.poll(() => loads, soon).toBe(1)
  await page.getByRole('heading', { name: "Part of the app couldn't be loaded" }).waitFor()
  // It asks for the file once more, and is not loaded a second time.
  await page.waitForTimeout(2000)
  expect(loads).toBe(1)
  network.proxy.rule = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Weekly salary' }).waitFor()
  // It goes on trying to fetch its worker for as long as it is open.
  await page.close()
  expect(
    phone.complaints.splice(0).filter((it) => !/dynamically imported module|fetching the script/.test(it)),
  ).toEqual([])
})
