import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Command } from '#src/outbox/command.ts'
import {
  serverAnswer,
  markOne,
  openFaultyNetwork,
  openPhone,
  pressFirst,
  soon,
  faultSends,
  acceptedKeys,
  unreadMessages,
  withoutSync,
  type FaultyNetwork,
  type Phone,
} from '#tests/support/faulty-network.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { startKillableBrowser } from '#tests/support/killable-browser.ts'
import { register } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { stored, storedCommands } from '#tests/support/stored.ts'

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
  phone = await openPhone(network)
  ;({ page } = phone)
})

afterEach(async () => {
  // First of all, so that what a test held back isn't sent after it.
  await phone.context.close()
  network.proxy.rule = undefined
  network.proxy.closeConnections()
  expect(phone.complaints).toEqual([])
})

const untilWaiting = (why = 'network') =>
  expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe(why)
const blockSends = () => faultSends(network, { kind: 'lost' }, Infinity)

async function removeFaults(): Promise<void> {
  network.proxy.rule = undefined
  await phone.dispatchOnline()
}

/** Opens the member's database beside the app, as another tab would, and changes it. */
function inDatabase<T>(at: Page, change: 'corrupt' | 'closed' | 'version 2', row?: object): Promise<T> {
  return at.evaluate(
    async ([what, put]) => {
      const found = (await indexedDB.databases()).find((it) => /[0-9a-f]{8}-/.test(it.name ?? ''))!
      const higher = what === 'corrupt' ? found.version! : found.version! + 10
      return new Promise<T>((resolve, reject) => {
        const opening = indexedDB.open(found.name!, higher)
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore(`of-a-later-version-${higher}`)
        }
        opening.onerror = () => reject(opening.error!)
        opening.onsuccess = () => {
          const database = opening.result
          database.onversionchange = () => database.close()
          if (!put) {
            if (what === 'closed') database.close()
            resolve(undefined as T)
            return
          }
          const writing = database.transaction('commands', 'readwrite')
          writing.objectStore('commands').put(put)
          writing.oncomplete = () => {
            database.close()
            resolve(undefined as T)
          }
        }
      })
    },
    [change, row] as const,
  )
}

test('quota exceeded: the app says that nothing is saved, and sends at once on request', async () => {
  await phone.context.close()
  const quotaSize = 12_000_000
  phone = await openPhone(network, {
    before: async (blank) =>
      (await blank.context().newCDPSession(blank)).send('Storage.overrideQuotaForOrigin', {
        origin: network.proxy.origin,
        quotaSize,
      }),
  })
  ;({ page } = phone)
  await notSavedThenSent(page, quotaSize)
  expect(await phone.commands()).toEqual([])
})

test('quota exceeded in a profile on the disk: it says so too, and sends at once when told to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voltfolio-profile-'))
  const browser = await startKillableBrowser(folder)
  try {
    const quotaSize = 12_000_000
    const { origin } = network.proxy
    const cdp = await browser.page.context().newCDPSession(browser.page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
    await browser.page.goto(`${origin}/#/pages/auth/login`)
    await untilOfflineReady(browser.page)
    await signInAsDemo(browser.page)
    await phone.openMessages(browser.page)
    await notSavedThenSent(browser.page, quotaSize)
    expect(await storedCommands(browser.page)).toEqual([])
  } finally {
    await browser.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

test('quota exceeded after something was saved: it is sent all the same', async () => {
  await phone.context.close()
  const quotaSize = 12_000_000
  phone = await openPhone(network, {
    before: async (blank) =>
      (await blank.context().newCDPSession(blank)).send('Storage.overrideQuotaForOrigin', {
        origin: network.proxy.origin,
        quotaSize,
      }),
  })
  ;({ page } = phone)
  blockSends()
  await markOne(page)
  await untilWaiting()
  await page.evaluate(fillDisk, quotaSize)
  await removeFaults()
  await phone.untilStates('applied')
})

/** Fills the disk, marks a message, is told that this can't be kept, and has it sent at once. */
async function notSavedThenSent(at: Page, quotaSize: number): Promise<void> {
  await at.evaluate(fillDisk, quotaSize)
  await unreadMessages(at).first().click()
  await at.getByText('Not saved: this device is out of space.').waitFor()
  const before = network.proxy.passed.length
  await at.getByRole('button', { name: 'Send now' }).click()
  await at.getByText('Sent', { exact: true }).waitFor()
  const sent = network.proxy.passed.slice(before).filter((it) => it.path.includes('getRead'))
  expect(sent).toHaveLength(1)
}

/** Fills the quota with random bytes, which don't compress, in another database. */
async function fillDisk(most: number): Promise<void> {
  const opening = indexedDB.open('noise', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('noise', { autoIncrement: true })
  await new Promise((opened) => {
    opening.onsuccess = opened
  })
  const noise = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 65_536) }, () =>
      crypto.getRandomValues(new Uint8Array(Math.min(bytes, 65_536))),
    )
  const put = (bytes: number) =>
    new Promise<boolean>((done) => {
      const writing = opening.result.transaction('noise', 'readwrite')
      writing.objectStore('noise').add(noise(bytes))
      writing.oncomplete = () => done(true)
      writing.onabort = () => done(false)
    })
  for (let bytes = most; bytes > 200; bytes = Math.floor(bytes / 2)) while (await put(bytes)) continue
}

test('IndexedDB evicted while open: the loss is told, and the next command is saved and sent', async () => {
  blockSends()
  await markOne(page)
  await untilWaiting()
  const cdp = await phone.cdp()
  await cdp.send('Storage.clearDataForOrigin', { origin: network.proxy.origin, storageTypes: 'indexeddb' })
  await page.reload()
  await unreadMessages(page).first().waitFor()
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await page.getByText('This browser deleted what was saved on this device').waitFor()
  await removeFaults()
  await phone.openMessages()
  await markOne(page)
  await phone.untilStates('applied')
})

test('IndexedDB evicted while open: without a reload the next command is saved all the same', async () => {
  await markOne(page)
  await phone.untilStates('applied')
  const cdp = await phone.cdp()
  await cdp.send('Storage.clearDataForOrigin', { origin: network.proxy.origin, storageTypes: 'indexeddb' })
  // The database need not stay deleted: the app creates another as soon as it saves something.
  await phone.untilStates()
  await markOne(page)
  await phone.untilStates('applied')
})

test.each(['evicted', 'deleted in another tab'])(
  'IndexedDB %s: without a reload the loss is told, and what is gone is no longer counted',
  async (how) => {
    blockSends()
    await markOne(page)
    await untilWaiting()
    await page.getByRole('status').getByText('A saved action is waiting for the server').waitFor()
    if (how === 'evicted') {
      const cdp = await phone.cdp()
      await cdp.send('Storage.clearDataForOrigin', { origin: network.proxy.origin, storageTypes: 'indexeddb' })
    } else {
      const other = await phone.context.newPage()
      await other.goto(`${network.proxy.origin}/manifest.webmanifest`)
      await other.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
      })
      await other.close()
    }
    await page.getByRole('status').getByText('This browser deleted your saved data').waitFor()
    await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
    await page.getByText('Nothing waiting').waitFor()
  },
)

test('a database closed under the app is opened again', async () => {
  await markOne(page)
  await phone.untilStates('applied')
  await inDatabase(page, 'closed')
  await markOne(page)
  await phone.untilStates('applied', 'applied')
})

test('a version 1 tab beside a version 2 tab: both live with the same rows', async () => {
  blockSends()
  await markOne(page)
  await untilWaiting()
  const other = await phone.context.newPage()
  await other.goto(`${network.proxy.origin}/manifest.webmanifest`)
  await inDatabase(other, 'version 2')
  const [row] = await phone.commands()
  await inDatabase(other, 'corrupt', { ...row, v: 2, priority: 'high' })
  await removeFaults()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]).toMatchObject({ id: row!.id, v: 2, priority: 'high' })
})

test('a blocked upgrade: a tap is told that it is not saved, and does not wait for ever', async () => {
  const other = await phone.context.newPage()
  await other.goto(`${network.proxy.origin}/manifest.webmanifest`)
  // A tab of an older version keeps its connection and ignores `versionchange`.
  const name = (await page.evaluate(() => indexedDB.databases())).find((it) =>
    /[0-9a-f]{8}-/.test(it.name ?? ''),
  )!.name!
  await page.goto('about:blank')
  await other.evaluate(
    (called) =>
      new Promise<void>((held, failed) => {
        const deleting = indexedDB.deleteDatabase(called)
        deleting.onerror = () => failed(deleting.error!)
        deleting.onsuccess = () => {
          const opening = indexedDB.open(called, 1)
          opening.onsuccess = () => {
            Reflect.set(globalThis, 'held', opening.result)
            held()
          }
        }
      }),
    name,
  )
  await page.goto(`${network.proxy.origin}/#/subPages/message/list`)
  const untilRead = await pressFirst(page)
  await page.getByText('Not saved').waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Sent', { exact: true }).waitFor()
  await untilRead()
  await other.close()
  await markOne(page)
  // The first tap was told as not saved and must stay unsaved: only the second is in the outbox.
  await phone.untilStates('applied')
  const commands = await phone.commands()
  expect(await acceptedKeys(network.server, commands)).toEqual(commands.map((it) => it.id))
})

test('a corrupt row: it needs attention, is never written to, and holds up nothing', async () => {
  await inDatabase(page, 'corrupt', { id: 'a-row-of-nonsense', state: 7 })
  await markOne(page)
  await expect.poll(async () => (await phone.commands()).map((it) => it.state), soon).toContain('applied')
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await page.getByText("It couldn't be read or sent.").waitFor()
  expect(await stored(page, /[0-9a-f]{8}-/, 'commands')).toContainEqual({ id: 'a-row-of-nonsense', state: 7 })
})

test('a restored backup: what the server no longer has is said, and is sent again under its own key', async () => {
  const { server } = network
  await server.stop()
  const backup = `${server.dataDir}-backup`
  await cp(server.dataDir, backup, { recursive: true })
  await server.start()
  await phone.dispatchOnline()
  await phone.openMessages()
  await markOne(page)
  await phone.untilStates('applied')
  const [confirmed] = await phone.commands()
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await page.getByText('The server has it.').waitFor()
  await page.goto(`${network.proxy.origin}/#/pages/my/set`)

  await server.stop()
  await rm(server.dataDir, { recursive: true })
  await cp(backup, server.dataDir, { recursive: true })
  await rm(backup, { recursive: true })
  await server.start()
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await page.getByText('no longer has it').waitFor()
  expect(await page.getByText('The server has it.').count()).toBe(0)
  await page.getByRole('status').getByText('An action needs your attention').waitFor()

  await page.getByRole('button', { name: 'Send again' }).click()
  await phone.untilStates('applied')
  expect((await phone.commands())[0]!.id).toBe(confirmed!.id)
  expect(await acceptedKeys(server, [confirmed!])).toEqual([confirmed!.id])
})

const year = 365 * 24 * 60 * 60_000

test('a clock a year ahead, then set right: commands delayed until next year are sent now', async () => {
  await withoutSync(page)
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + (sessionStorage.getItem('set-right') ? 0 : ahead)
  }, year)
  await page.reload()
  await unreadMessages(page).first().waitFor()
  // The server asked to wait, so an `online` event must not shorten the wait.
  faultSends(network, serverAnswer(503, 1503), Infinity)
  await markOne(page)
  await untilWaiting('server')
  expect((await phone.commands())[0]!.waiting!.until).toBeGreaterThan(Date.now() + year / 2)
  network.proxy.rule = undefined
  await page.evaluate(() => sessionStorage.setItem('set-right', 'yes'))
  await page.reload()
  await phone.untilStates('applied')
})

test('a clock a year ahead: a check-in that waits counts for the day that the server named, and its button is gone', async () => {
  await withoutSync(page)
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ahead
  }, year)
  await page.goto(`${network.proxy.origin}/#/pages/my/checkIn`)
  await page.reload()
  const button = page.getByRole('button', { name: /^Check in/ })
  await button.waitFor()
  network.proxy.rule = ({ path }) => (path === '/wx/game/sign' ? { kind: 'lost' } : undefined)
  await button.click()
  await page.getByText('It counts for today if it is sent within two days.').waitFor()
  expect(await button.count()).toBe(0)
})

test('a clock a year behind: a check-in counts for the day on which it arrives', async () => {
  await withoutSync(page)
  await page.addInitScript((behind) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() - behind
  }, year)
  await page.goto(`${network.proxy.origin}/#/pages/my/checkIn`)
  await page.reload()
  const button = page.getByRole('button', { name: /^Check in/ })
  await button.click()
  await phone.untilStates('applied')
  await page.getByText('Checked in today', { exact: true }).waitFor()
  expect(await button.count()).toBe(0)
  const [command] = (await phone.commands()) as (Command & { reply: { data: { day: string } } })[]
  expect(Date.parse(command!.madeAt)).toBeLessThan(Date.now() - year / 2)
  const { day } = command!.reply.data
  expect(Math.abs(Date.parse(day) - Date.now())).toBeLessThan(2 * 24 * 60 * 60_000)
})

test('another member signs in: commands of the first one are not sent until they are back', async () => {
  blockSends()
  await markOne(page)
  await untilWaiting()
  const [saved] = await phone.commands()
  await page.goto(`${network.proxy.origin}/#/pages/my/set`)
  await page.getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText("1 saved action hasn't been sent yet").waitFor()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  // Not before: until they are signed out their commands may be sent.
  network.proxy.rule = undefined
  await page.goto(`${network.proxy.origin}/#/pages/auth/register`)
  await register(page, network.server.origin)
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  await phone.dispatchOnline()
  // The second member's own commands are sent.
  await page.goto(`${network.proxy.origin}/#/pages/my/checkIn`)
  await page.getByRole('button', { name: /^Check in/ }).click()
  await page.getByText('Checked in today', { exact: true }).waitFor()
  expect(await acceptedKeys(network.server, [saved!])).toEqual([])

  await page.goto(`${network.proxy.origin}/#/pages/my/set`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await signInAsDemo(page)
  await expect.poll(() => acceptedKeys(network.server, [saved!]), soon).toEqual([saved!.id])
})
