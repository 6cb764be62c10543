import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { focusedName } from '#tests/support/focused-name.ts'
import { journey } from '#tests/support/journey.ts'
import { otherDevice, type OtherDevice } from '#tests/support/other-device.ts'
import { stored } from '#tests/support/stored.ts'

const app = journey()
let page: Page
let other: OtherDevice

beforeEach(async () => {
  other = await otherDevice(app.server.origin)
  for (const { id, version } of await other.addresses()) await other.send('address/delete', { id, basedOn: version })
  page = await app.openInstalled()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const textInMain = (text: string | RegExp) => page.getByRole('main').getByText(text)
const row = (detail: string) => page.getByRole('listitem').filter({ hasText: detail })

async function visit(route: string, title: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

const list = () => visit('/subPages/address/address', 'Addresses')

/** An address saved by the other device and shown in the list here. */
async function known(
  detail: string,
): Promise<{ id: string; edit: (detail: string, basedOn: number) => Promise<void> }> {
  const fields = {
    id: randomUUID(),
    recipient: 'Sari',
    phone: '+6281200000001',
    regionId: 'id-bali-denpasar',
    isDefault: false,
  }
  await other.send('address/save', { ...fields, detail, basedOn: null })
  // What this device read a moment before is shown again for some seconds.
  const look = async () => {
    await visit('/pages/index/my', 'My')
    await list()
    return await row(detail).count()
  }
  await expect.poll(look, { interval: 1500, timeout: 60_000 }).toBe(1)
  return { id: fields.id, edit: (next, basedOn) => other.send('address/save', { ...fields, detail: next, basedOn }) }
}

async function edit(from: string, to: string) {
  await row(from).getByRole('link').click()
  await page.getByLabel('Street and house number').fill(to)
  await button('Save address').click()
  await row(to).waitFor()
}

/** Leaves and returns by another route: a repeated navigation within a second is ignored as a double tap. */
async function elsewhereAndBack() {
  await page.getByRole('link', { name: 'New address' }).click()
  await button('Back').click()
}

async function comeBack() {
  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  other = await otherDevice(app.server.origin)
}

test('a new address is refused until it is complete, and then is in the list with its region', async () => {
  await list()
  await textInMain('No address yet').waitFor()
  await page.getByRole('link', { name: 'New address' }).click()
  await button('Save address').click()
  for (const fault of [
    "Enter the recipient's name",
    'Enter a phone number for the courier',
    'Choose a city',
    'Enter the street, house number and anything else that helps find the door',
  ])
    await textInMain(fault).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Recipient')
  await page.getByLabel('Recipient').fill('Sari Dewi')
  await button('Save address').click()
  await expect.poll(() => focusedName(page)).toBe('Phone number')
  await page.getByLabel('Phone number').fill('81234567890')
  await button('Save address').click()
  await expect.poll(() => focusedName(page)).toBe('City or district: Choose')
  await button('City or district: Choose').click()
  await page.getByRole('searchbox', { name: 'Search places' }).fill('west java')
  await page
    .getByRole('dialog')
    .getByRole('status')
    .getByText(/^\d+ places$/)
    .waitFor()
  await page.getByRole('searchbox', { name: 'Search places' }).fill('bandung')
  await button('Bandung West Java').click()
  await button('City or district: Bandung, West Java').waitFor()
  await page.getByLabel('Street and house number').fill('Jl. Braga 1')
  await page.getByLabel('Postcode').fill('40111')
  await page.getByRole('switch', { name: /^Default address/ }).check()
  await button('Save address').click()
  await row('Jl. Braga 1').getByText('Bandung, West Java, 40111').waitFor()
  await row('Jl. Braga 1').getByText('Default', { exact: true }).waitFor()
  await expect
    .poll(() => other.addresses())
    .toMatchObject([
      {
        recipient: 'Sari Dewi',
        phone: '+6281234567890',
        regionId: 'id-west-java-bandung',
        detail: 'Jl. Braga 1',
        postcode: '40111',
        isDefault: true,
        version: 1,
      },
    ])
})

test('what was typed survives a dropped page, is never sent by itself, and can be begun anew', async () => {
  await known('Jl. Sanur 1')
  const note = textInMain("You entered this earlier and didn't save it.")
  const street = page.getByLabel('Street and house number')
  await page.getByRole('link', { name: 'New address' }).click()
  await page.getByLabel('Recipient').fill('Ratna Dewi')
  await page.getByRole('switch', { name: /^Default address/ }).check()
  const dropped = async (...typed: string[]) => {
    for (const text of typed)
      await expect.poll(async () => JSON.stringify(await stored(page, /[0-9a-f]{8}-/, 'meta'))).toContain(text)
    await page.reload()
    await note.waitFor()
  }
  await dropped('Ratna Dewi', '"isDefault":true')
  expect(await page.getByLabel('Recipient').inputValue()).toBe('Ratna Dewi')
  expect(await page.getByRole('switch', { name: /^Default address/ }).isChecked()).toBe(true)
  await list()
  await row('Jl. Sanur 1').getByRole('link').click()
  await expect.poll(() => street.inputValue()).toBe('Jl. Sanur 1')
  expect(await note.count()).toBe(0)
  await street.fill('Jl. Sanur 2')
  await dropped('Jl. Sanur 2')
  expect(await street.inputValue()).toBe('Jl. Sanur 2')
  await button('Start over').click()
  await note.waitFor({ state: 'detached' })
  expect(await street.inputValue()).toBe('Jl. Sanur 1')
  expect(await other.addresses()).toMatchObject([{ detail: 'Jl. Sanur 1', version: 1 }])
  // Typed and taken back is no draft: nobody is told that they had typed what another device has changed since.
  const drafts = async () => JSON.stringify(await stored(page, /[0-9a-f]{8}-/, 'meta'))
  await street.fill('Jl. Sanur 9')
  await expect.poll(drafts).toContain('Jl. Sanur 9')
  await street.fill('Jl. Sanur 1')
  await expect.poll(drafts).not.toContain('"addressId"')
  await street.fill('Jl. Sanur 3')
  await button('Save address').click()
  await row('Jl. Sanur 3').getByRole('link').click()
  await expect.poll(() => street.inputValue()).toBe('Jl. Sanur 3')
  expect(await note.count()).toBe(0)
})

test('a place is chosen by keyboard: from the search, by its letter, and anew among the recent ones', async () => {
  await known('Jl. Sanur 1')
  await page.getByRole('link', { name: 'New address' }).click()
  const field = button('City or district: Choose')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await field.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Search places' }).focus()
  await page.keyboard.press('ArrowDown')
  // Where the address that is there already lies.
  await page.getByRole('dialog').getByRole('region', { name: 'Recent' }).waitFor()
  expect(await focused()).toBe('Denpasar Bali')
  await page.getByRole('toolbar', { name: 'Initial letter' }).getByRole('button').first().focus()
  for (let presses = 0; presses < 30 && (await focused()) !== 'Y'; presses++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^Y/)
  const name = await focused()
  expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [chosen = ''] = name?.split(' ') ?? []
  await page.getByRole('button', { name: new RegExp(`^City or district: ${chosen}`) }).waitFor()
  await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('City or district: '))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').locator('[aria-current=true]').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('edits without a server, before and after a reload, end with the last one', async () => {
  await known('Jl. Sanur 1')
  await app.server.kill()
  await page.context().setOffline(true)
  await edit('Jl. Sanur 1', 'Jl. Sanur 2')
  await row('Jl. Sanur 2')
    .getByText(/Saved on this device|Will retry|Sending/)
    .waitFor()
  await page.reload()
  await row('Jl. Sanur 2')
    .getByText(/Saved on this device|Will retry|Sending/)
    .waitFor()
  await edit('Jl. Sanur 2', 'Jl. Sanur 3')
  await page.context().setOffline(false)
  await comeBack()
  await expect.poll(() => other.addresses(), { timeout: 30_000 }).toMatchObject([{ detail: 'Jl. Sanur 3' }])
  expect((await other.addresses())[0]?.version).toBeLessThan(4)
})

test('two edits before anything was sent become one command', async () => {
  await known('Jl. Kuta 1')
  await pauseSending()
  await edit('Jl. Kuta 1', 'Jl. Kuta 2')
  await elsewhereAndBack()
  await edit('Jl. Kuta 2', 'Jl. Kuta 3')
  await visit('/pages/my/queue', 'Waiting to be sent')
  await textInMain('Address saved').waitFor()
  expect(await textInMain('Address saved').count()).toBe(1)
  await page.reload()
  await expect.poll(() => other.addresses(), { timeout: 30_000 }).toMatchObject([{ detail: 'Jl. Kuta 3', version: 2 }])
  await visit('/pages/my/queue', 'Waiting to be sent')
  await textInMain('The server has it.').waitFor()
  expect(await textInMain('Address saved').count()).toBe(1)
})

test.each([
  ['mine', 'Keep mine', 'Jl. Ubud, from here', 4],
  ['theirs', 'Keep the other', 'Jl. Ubud, from there', 3],
] as const)(
  'changed by another device meanwhile: both versions are shown, and keeping %s keeps it',
  async (_, choice, left, version) => {
    const { edit: editThere } = await known('Jl. Ubud 1')
    await editThere('Jl. Ubud 2', 1)
    await editThere('Jl. Ubud, from there', 2)
    await page.route('**/wx/address/list*', (route) => route.abort())
    await edit('Jl. Ubud 1', 'Jl. Ubud, from here')
    await row('Jl. Ubud, from here').getByText('Changed elsewhere').waitFor()
    await page.getByRole('link', { name: 'See what happened' }).click()
    await page.getByRole('heading', { level: 1, name: 'Waiting to be sent' }).waitFor()
    const [mine, theirs] = ['Yours, from this device', 'From another device'].map((name) =>
      page.locator('section').filter({ has: page.getByRole('heading', { level: 3, name }) }),
    )
    await mine!.getByText('Jl. Ubud, from here').waitFor()
    await theirs!.getByText('Jl. Ubud, from there').waitFor()
    await page.unroute('**/wx/address/list*')
    await button(choice).click()
    await expect
      .poll(async () => (await other.addresses()).map((it) => [it.detail, it.version]))
      .toEqual([[left, version]])
    await list()
    await row(left).waitFor()
    expect(await textInMain('Changed elsewhere').count()).toBe(0)
  },
)

test('deleted without a server: taken back it stays, deleted again it goes', async () => {
  await known('Jl. Canggu 1')
  await app.server.kill()
  const remove = async () => {
    await row('Jl. Canggu 1').getByRole('link').click()
    await button('Delete address').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await row('Jl. Canggu 1').getByText('Deleted here, not confirmed yet.').waitFor()
  }
  await remove()
  await row('Jl. Canggu 1').getByRole('button', { name: 'Undo' }).click()
  await row('Jl. Canggu 1').getByRole('link').waitFor()
  await elsewhereAndBack()
  await remove()
  await page.reload()
  await row('Jl. Canggu 1').getByText('Deleted here, not confirmed yet.').waitFor()
  await comeBack()
  await textInMain('No address yet').waitFor({ timeout: 30_000 })
  expect(await other.addresses()).toEqual([])
})

/** Stops sending until the page is reloaded: another tab holds the outbox's lock. */
async function pauseSending() {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
        void navigator.locks.request(`voltfolio-outbox-${memberId}`, { steal: true }, () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
}
