import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { passesLuhn } from '#protocol/card-rules.ts'
import type { Answer } from '#protocol/call.ts'
import type { bindCardList } from '#protocol/cards.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { focusedName } from '#tests/support/focused-name.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { isInView } from '#tests/support/in-view.ts'
import { journey } from '#tests/support/journey.ts'
import { moneyMember, operate, type MoneyMember } from '#tests/support/money-member.ts'

const app = journey()
const digits = '480216'
let page: Page
let member: MoneyMember

beforeAll(async () => {
  member = await moneyMember(app.server.origin, digits)
})

const route = '/subPages/withdraw/index'
const goTo = (to: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, to)
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const withdrawButton = () => page.getByRole('button', { name: /^Withdraw(?! all)/ })
const info = () => member.get<Answer<typeof withdrawInfo>>('g/goods/withdrawInfo')
const fact = (name: string) => page.getByRole('main').locator('dl > div', { hasText: name }).locator('dd')
const isWithdrawal = (request: Request) => request.url().endsWith('/wx/Profit/withdrawal')
/** Runs a command of the operator. */
const act = (...argv: string[]) => operate(app.server.origin, ...argv, '--as', 'test', '--why', 'a journey')
const setTerms = (terms: object) =>
  act(
    'setting',
    'set',
    'withdrawal',
    JSON.stringify({
      currency: 'USD',
      minimum: 1000,
      maximum: 500_000,
      daily: 1_000_000,
      feeBp: 100,
      feeMinimum: 50,
      hoursToArrive: 72,
      ...terms,
    }),
  )

async function openAsMember(to: string) {
  page = await app.openAsDemo({ route: to })
}

/** Types into the cells of the transaction password, from the first on. */
async function prove() {
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type(digits)
}

/** Types an amount and waits for its fee and arrival. */
async function ask(amount: string, arrives: string) {
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await expect.poll(() => fact('Arrives on your card').innerText(), { timeout: 20_000 }).toBe(arrives)
}

/** The width of a PNG in pixels. */
function pngWidth(file: Buffer): number {
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  return file.readUInt32BE(16)
}

let cards = 0

/** A new Visa number of 16 digits. */
function freshNumber(): string {
  const body = `4111${String(++cards).padStart(11, '0')}`
  return body + '0123456789'.split('').find((it) => passesLuhn(body + it))
}

/** Everything that this origin has stored in the browser, as text. */
function storedText(): Promise<string> {
  return page.evaluate(async () => {
    const rows: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), location.href]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((found, fail) => {
        const asked = indexedDB.open(name)
        asked.addEventListener('success', () => found(asked.result))
        asked.addEventListener('error', () => fail(new Error(name)))
      })
      for (const store of database.objectStoreNames)
        rows.push(
          await new Promise((found) => {
            const asked = database.transaction(store).objectStore(store).getAll()
            asked.addEventListener('success', () => found(asked.result))
          }),
        )
      database.close()
    }
    return JSON.stringify(rows)
  })
}

test('a card is added: mistakes are told first, and its secrets are encrypted and stored nowhere', async () => {
  const number = freshNumber()
  await openAsMember('/subPages/card/list')
  await page.getByRole('link', { name: 'Add card' }).click()
  const add = page.getByRole('button', { name: 'Add card' })
  await add.click()
  for (const words of [
    'Choose the bank of the card',
    'Enter the card number',
    'Enter the expiry date on the card',
    'Enter the CVV',
    'Enter the name on the card',
    'Enter the phone number your bank has',
    'Please agree to the privacy agreement before adding a card',
  ])
    await page.getByText(words).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Bank')
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Bank').first().selectOption({ label: 'Bank Mandiri' })
  await add.click()
  await expect.poll(() => focusedName(page)).toBe('Card number')
  const sent: string[] = []
  page.on('request', (it) => sent.push(`${it.url()} ${it.postData() ?? ''}`))

  const field = page.getByLabel('Card number')
  await field.fill(number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10))
  await page.getByText('A digit is wrong. Check the number on your card').waitFor()
  await field.fill('')
  await field.pressSequentially(number)
  expect(await field.inputValue()).toBe(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
  await page.getByRole('status').getByText('Visa', { exact: true }).waitFor()
  await page.getByLabel('Expiry (MM/YY)').pressSequentially(`12${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVV').fill('12')
  await page.getByLabel('Name on the card').fill('SARI WIJAYA')
  await page.getByLabel('Phone number at your bank').fill('81200000001')
  await page.getByRole('checkbox').check()
  await add.click()
  await page.getByText('The CVV of this card has 3 digits, on its back').waitFor()
  await page.getByLabel('CVV').fill('739')
  await add.click()
  await prove()
  await page.getByText('Card added').waitFor()
  await heading('Bank cards').waitFor()
  await page.getByRole('link', { name: new RegExp(`Bank Mandiri.*${number.slice(-4)} · Visa.*Active`, 's') }).click()
  await heading('Card').waitFor()
  await page.getByText('Encrypted, never shown').waitFor()

  const grouped = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const everything = [...sent, await storedText(), await page.content()].join('\n')
  expect(everything).toContain('addBindCard')
  for (const secret of [number, grouped, '"739"', digits])
    expect(everything.includes(secret), secret.slice(-3)).toBe(false)
})

test('a withdrawal says its day, is cancelled until it is approved, and has a receipt', async () => {
  await openAsMember(route)
  const before = await info()
  await withdrawButton().click()
  await page.getByText('Enter an amount').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Amount')
  await ask('10', '$9.53')
  await withdrawButton().click()
  await prove()
  await heading('Withdrawal').waitFor()
  await page.getByText(/^by \w{3},? (\w{3} \d+|\d+ \w{3})$/).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^voltfolio-withdrawal-[0-9a-f]{8}\.pdf$/)
  // A browser that can't share files saves the picture instead.
  const picture = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share receipt' }).click()
  expect((await picture).suggestedFilename()).toMatch(/^voltfolio-withdrawal-[0-9a-f]{8}\.png$/)
  expect(pngWidth(await readFile(await (await picture).path()))).toBe(1080)
  const shared = await page.evaluate(
    () =>
      new Promise<{ title: string | undefined; name: string; type: string; bytes: number[] }>((tell) => {
        Object.assign(navigator, {
          canShare: ({ files }: ShareData) => files?.[0]?.type === 'image/png',
          share: async ({ title, files: [file] = [] }: ShareData) => {
            const bytes = [...new Uint8Array(await file!.arrayBuffer())]
            tell({ title, name: file!.name, type: file!.type, bytes })
          },
        })
        const buttons = [...document.querySelectorAll('button')]
        buttons.find((it) => it.textContent === 'Share receipt')?.click()
      }),
  )
  expect(shared).toMatchObject({
    title: 'Withdrawal receipt',
    type: 'image/png',
    name: expect.stringMatching(/\.png$/) as string,
  })
  expect(pngWidth(Buffer.from(shared.bytes))).toBe(1080)
  await page.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('You cancelled this withdrawal. $10.00 went back').waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect((await info()).balance).toBe(before.balance)

  // Approved meanwhile: the money is on its way, and the member is told so.
  await openAsMember(route)
  await ask('10', '$9.53')
  await withdrawButton().click()
  await prove()
  await heading('Withdrawal').waitFor()
  await act('withdrawal', 'approve', (await info()).recent[0]!.id)
  await page.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText("This withdrawal is approved and can't be cancelled any more.").waitFor()
  await act('withdrawal', 'return', (await info()).recent[0]!.id, '--reason', 'Asked for by the member.')
  expect((await info()).balance).toBe(before.balance)
})

test('a withdrawal and its cancelling are shown as they were answered, while the list is still being read again', async () => {
  await openAsMember(route)
  const before = await info()
  await ask('10', '$9.53')
  const letGo = await holdAnswers(page, /withdrawInfo/)
  await withdrawButton().click()
  await prove()
  await page.getByText('The amount has left your income wallet and is waiting to be checked.').waitFor()
  await page.goBack()
  await page
    .getByRole('link', { name: /Requested/ })
    .first()
    .click()
  await heading('Withdrawal').waitFor()
  await page.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByText('Withdrawal cancelled').waitFor()
  await page.getByText('You cancelled this withdrawal. $10.00 went back').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel this withdrawal' }).count()).toBe(0)
  letGo()
  expect((await info()).balance).toBe(before.balance)
})

test('a withdrawal that this device has in no list is asked for by its id', async () => {
  const [known] = (await info()).recent
  await openAsMember('/pages/my/historyList?wallet=income')
  const notFound = page.getByText("This withdrawal wasn't found")
  // The list as it is for a withdrawal of more than 30 days ago.
  await page.route(/withdrawInfo$/, async (it) => {
    const response = await it.fetch()
    const body = (await response.json()) as { data: Answer<typeof withdrawInfo> }
    await it.fulfill({ response, json: { ...body, data: { ...body.data, recent: [] } } })
  })
  const letGo = await holdAnswers(page, /withdrawInfo\?/)
  const asked = page.waitForRequest(/withdrawInfo\?/)
  await goTo(`${route}?id=${known!.id}`)
  await heading('Withdrawal').waitFor()
  await asked
  expect(await notFound.count()).toBe(0)
  letGo()
  await page.getByText('Progress', { exact: true }).waitFor()

  await page.context().setOffline(true)
  await goTo(`${route}?id=${randomUUID()}`)
  await page.getByText('Nothing of this page is saved on this device.').waitFor()
  expect(await notFound.count()).toBe(0)
  await page.context().setOffline(false)
  await notFound.waitFor()
})

test('withdrawn with a live fee, returned by the operator whole, and withdrawn again', async () => {
  await openAsMember(route)
  const before = await info()
  await page.getByText('How withdrawals work').first().waitFor()
  await withdrawButton().click()
  await page.getByText('Enter an amount').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('9')
  await page.getByText('Withdraw at least $10.00').waitFor()
  await ask('20', '$19.53')
  await page.getByText('Off the fee for your level').waitFor()
  expect(await axeFaults(page)).toEqual([])
  const asked: Request[] = []
  page.on('request', (it) => {
    if (isWithdrawal(it)) asked.push(it)
  })
  await withdrawButton().click()
  await page.getByRole('dialog').getByText('$19.53 arrives').waitFor()
  await prove()
  await heading('Withdrawal').waitFor()
  await page.getByText('The amount has left your income wallet and is waiting to be checked.').waitFor()
  expect(asked).toHaveLength(1)
  const requested = await info()
  expect(requested.balance).toBe(before.balance - 2000)
  const { id } = requested.recent[0]!

  await act('withdrawal', 'approve', id)
  await act('withdrawal', 'return', id, '--reason', 'The bank does not know this card.')
  await page.reload()
  await page.getByText('$20.00 went back to your income wallet, including the fee.').waitFor()
  await page.getByText('The bank does not know this card.').waitFor()
  for (const step of ['Requested', 'Approved', 'Returned'])
    await page.getByRole('listitem').filter({ hasText: step }).locator('time').waitFor()
  expect((await info()).balance).toBe(before.balance)

  await goTo(route)
  await ask('20', '$19.53')
  await withdrawButton().click()
  await prove()
  await page.getByText('The amount has left your income wallet and is waiting to be checked.').waitFor()
  const again = await info()
  expect(again.balance).toBe(before.balance - 2000)
  for (const step of ['approve', 'send', 'arrive']) await act('withdrawal', step, again.recent[0]!.id)
  await page.reload()
  await page.getByText('The bank says it has reached your card.').waitFor()
  expect(await page.getByRole('main').getByRole('listitem').locator('time').count()).toBe(4)
})

test('a rejected withdrawal opens a dialog, and one that never arrived took nothing', async () => {
  const before = await info()
  await openAsMember(route)
  await ask('10', '$9.53')
  // The message is not one of the client's rules (specification 8).
  await page.route(
    '**/wx/Profit/withdrawal',
    (it) =>
      it.fulfill({
        status: 200,
        headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
        body: JSON.stringify({ errno: 524, errmsg: 'Not yet.', data: null }),
      }),
    { times: 1 },
  )
  await withdrawButton().click()
  await prove()
  const dialog = page.getByRole('alertdialog', { name: "A team member isn't verified" })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.route('**/wx/Profit/withdrawal', (it) => it.abort())
  await page.route('**/wx/commands/settle', (it) => it.abort())
  await withdrawButton().click()
  await prove()
  await page.getByText("We don't know yet if it was requested").waitFor()
  await page.reload()
  await page.getByText("We don't know yet if it was requested").waitFor()
  await page.unrouteAll()
  await page.getByText("Your withdrawal didn't reach the server. Nothing left your wallet").waitFor()
  expect(await info()).toMatchObject({ balance: before.balance, recent: before.recent })
  await expect
    .poll(
      () =>
        fact('Arrives on your card')
          .innerText()
          .catch(() => ''),
      { timeout: 20_000 },
    )
    .toBe('$9.53')
})

test('a lost answer is asked for, also after a reload and after looking at another, and nothing is withdrawn twice', async () => {
  const before = await info()
  await openAsMember(route)
  let isLost = true
  await page.route('**/wx/Profit/withdrawal', async (it) => {
    if (!isLost) return it.continue()
    await it.fetch()
    await it.abort()
  })
  await page.route('**/wx/commands/settle', (it) => (isLost ? it.abort() : it.continue()))
  await ask('10', '$9.53')
  await withdrawButton().click()
  await prove()
  await page.getByText("We don't know yet if it was requested").waitFor()
  await page.reload()
  await page.getByText("We don't know yet if it was requested").waitFor()
  expect(await withdrawButton().count()).toBe(0)
  // A visit to an earlier withdrawal doesn't unlock the form.
  await page
    .getByRole('link')
    .filter({ hasText: /Arrived|Returned/ })
    .first()
    .click()
  await heading('Withdrawal').waitFor()
  await page.goBack()
  await page.getByText("We don't know yet if it was requested").waitFor()
  expect(await withdrawButton().count()).toBe(0)
  isLost = false
  await page
    .getByText('The amount has left your income wallet and is waiting to be checked.')
    .waitFor({ timeout: 30_000 })
  await page.goBack()
  await page.getByLabel('Amount', { exact: true }).waitFor()
  const after = await info()
  expect(after.balance).toBe(before.balance - 1000)
  expect(after.recent).toHaveLength(before.recent.length + 1)
})

test('without a network the draft is kept; with one, fresh numbers are fetched, and a changed fee takes nothing', async () => {
  await setTerms({})
  const before = await info()
  await openAsMember(route)
  await ask('10', '$9.53')
  await page.route('**/wx/**', (it) => it.abort())
  await page.reload()
  await page.getByText('You need a connection to withdraw').waitFor()
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue(), { timeout: 20_000 }).toBe('10.00')
  expect(await fact('Arrives on your card').count()).toBe(0)
  await page.getByText("You'll see the fee when you're back online.").waitFor()
  expect(await withdrawButton().isDisabled()).toBe(true)
  await setTerms({ feeMinimum: 200 })
  await page.unrouteAll()
  await expect
    .poll(
      () =>
        fact('Arrives on your card')
          .innerText()
          .catch(() => ''),
      { timeout: 30_000 },
    )
    .toBe('$8.10')

  await setTerms({ feeMinimum: 300 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByText('How withdrawals work').scrollIntoViewIfNeeded()
  await withdrawButton().click()
  await prove()
  const told = page.getByText('The fee has changed, and nothing left your wallet.')
  await told.waitFor()
  await expect.poll(() => isInView(told)).toBe(true)
  await expect
    .poll(
      () =>
        fact('Arrives on your card')
          .innerText()
          .catch(() => ''),
      { timeout: 20_000 },
    )
    .toBe('$7.15')
  expect((await info()).balance).toBe(before.balance)
  await setTerms({})
})

test('a card bill is repaid in part and then wholly, and only then can its card be removed', async () => {
  const { items } = await member.get<Answer<typeof bindCardList>>('capital/findBindCardList')
  const card = items.at(-1)!
  await act('card', 'charge', card.id, '12', '--ref', `a card of its own ${Date.now()}`)
  const last = card.numberMasked.slice(-4)
  await openAsMember('/subPages/repayment/index')
  await pressAndTurn(page)
  await openAsMember(`/pages/web/showCard?id=${card.id}`)
  await page.getByText('You can remove it once its open bills are repaid.').waitFor()
  await page
    .getByRole('link', { name: `Bill for •••• ${last}` })
    .filter({ hasText: 'To repay' })
    .first()
    .click()
  const field = page.getByLabel('Repay', { exact: true })
  await field.fill('13')
  await page.getByRole('button', { name: 'Repay', exact: true }).click()
  await page.getByText('You have $12.00 left to repay').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Repay')
  expect(await axeFaults(page)).toEqual([])
  await field.fill('5')
  await turnAndBack(page)
  await page.getByRole('button', { name: 'Repay $5.00' }).click()
  await prove()
  await page.getByRole('button', { name: 'Repay $7.00' }).click()
  await prove()
  await page.getByText('Repaid in full.').waitFor()
  await goTo(`/pages/web/showCard?id=${card.id}`)
  await page.getByRole('button', { name: 'Remove card' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await prove()
  await page.getByText('Card removed').waitFor()
  const left = await member.get<Answer<typeof bindCardList>>('capital/findBindCardList')
  expect(left.items.map((it) => it.id)).not.toContain(card.id)
})

/** What is typed stays while the phone is turned, which shows the bills beside the one that is repaid. */
async function turnAndBack(it: Page): Promise<void> {
  const list = it.getByRole('list', { name: 'Card bills' })
  const size = it.viewportSize()!
  await it.setViewportSize({ width: 950, height: 600 })
  await list.waitFor()
  expect(await it.getByLabel('Repay', { exact: true }).inputValue()).toBe('5')
  await it.setViewportSize(size)
  await list.waitFor({ state: 'detached' })
  expect(await it.getByLabel('Repay', { exact: true }).inputValue()).toBe('5')
}

/** The bill that a wide screen shows unasked is the chosen one once Repay is pressed, also when the phone is turned. */
async function pressAndTurn(it: Page): Promise<void> {
  const list = it.getByRole('list', { name: 'Card bills' })
  const size = it.viewportSize()!
  await it.setViewportSize({ width: 950, height: 600 })
  await list.waitFor()
  await it.getByRole('button', { name: /^Repay(?! all)/ }).click()
  const digitsField = it.getByRole('textbox', { name: 'Your 6 digits' })
  await digitsField.waitFor()
  await it.setViewportSize(size)
  await list.waitFor({ state: 'detached' })
  expect(await digitsField.isVisible()).toBe(true)
}
