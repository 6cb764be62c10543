import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { moneyTotals } from '#protocol/books.ts'
import type { Answer } from '#protocol/call.ts'
import { addDays } from '#src/lib/days.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { checkNow } from '#tests/support/check-now.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'

// The wallets: exchanges, time deposits, bills with their postings, and statements.
const app = journey()
const wallets = '/pages/my/historyList'
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

const openMember = (route: string) => app.openAsDemo({ route })

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const sheet = (page: Page) => page.getByRole('dialog')
const shows = (page: Page, cents: number) => page.getByRole('main').locator(`data[value="${cents}"]`).first().waitFor()

test('what is chosen is legible in forced colours, and softer text with more contrast', async () => {
  const page = await openMember(`${wallets}?wallet=recharge`)
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = page.getByRole('radiogroup', { name: 'Wallet' }).locator('label:has(:checked)')
  await chosen.getByText('Recharge').waitFor()
  const colours = await chosen.evaluate((it) =>
    [...it.querySelectorAll('span')].map((part) => getComputedStyle(part).color),
  )
  expect(new Set(colours)).toEqual(new Set([await chosen.evaluate((it) => getComputedStyle(it).color)]))

  // Where the system takes the colours, the tab one is on and the chosen base colour are marked by its own.
  await visit(page, '/pages/my/set')
  const ring = (name: string) =>
    page
      .locator('label', { has: page.getByRole('radio', { name, exact: true }) })
      .evaluate((it) => [getComputedStyle(it).outlineStyle, getComputedStyle(it).outlineWidth])
  await page.getByRole('radio', { name: 'Purple', exact: true }).waitFor()
  expect(await ring('Purple')).toEqual(['solid', '3px'])
  expect((await ring('Green'))[0]).toBe('none')
  await visit(page, '/pages/index/my')
  const grounds = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((it) => [
          it.hasAttribute('aria-current'),
          getComputedStyle(it.firstElementChild ?? it).backgroundColor,
        ]),
      )
  await page.getByRole('heading', { level: 1, name: 'My', exact: true }).waitFor()
  const [current] = (await grounds()).filter(([isCurrent]) => isCurrent)
  expect((await grounds()).filter(([, ground]) => ground === current?.[1])).toEqual([current])

  // For who asks for more contrast, the softer text is as dark as any.
  const softer = page.getByText(/growth left to reach/).first()
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).color)
  await page.emulateMedia({ forcedColors: 'none' })
  expect(await softer.evaluate((it) => getComputedStyle(it).color)).not.toBe(await ink())
  await page.emulateMedia({ contrast: 'more' })
  await expect.poll(() => softer.evaluate((it) => getComputedStyle(it).color)).toBe(await ink())
})

test('from My to a withdrawal: who has too little for one is led to the income that they can claim', async () => {
  const page = await openMember('/pages/index/my')
  const { balances } = await memberApi(app.server.origin)
  // Ten dollars are the least.
  expect((await balances()).income).toBeLessThan(1000)
  await page.getByRole('main').getByRole('link', { name: 'Top up', exact: true }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdraw', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Go and claim' }).click()
  await page.getByRole('button', { name: /^Claim \$/ }).waitFor()
})

test('income is transferred into its wallet: expected first, there when the server says so', async () => {
  const server = await memberApi(app.server.origin)
  const before = await server.balances()
  expect(before.pendingIncome).toBeGreaterThan(0)
  const page = await openMember(wallets)
  const button = page.getByRole('button', { name: `Claim ${dollars(before.pendingIncome)}` })
  await button.waitFor()
  await page.route('**/wx/g/account/earn/receive', (route) => route.abort())
  await button.click()
  await page.getByText('Expected in this wallet').waitFor()
  await shows(page, before.income)
  // It is the same claim on Home, which offers no second one.
  await visit(page, '/pages/index/productList')
  const readyToClaim = page.getByText('Ready to claim').locator('xpath=../..')
  await readyToClaim.getByText(/^(Saved on this device|Sending|Will retry|Checking)$/).waitFor()
  expect(await readyToClaim.getByRole('button').count()).toBe(0)
  await visit(page, wallets)
  await button.waitFor({ state: 'detached' })
  await page.unrouteAll()
  // The claim is confirmed before the balances can be read again: the old figure offers no second one.
  const held = Promise.withResolvers<void>()
  await page.route('**/wx/**/account/info**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await page.getByText(`${dollars(before.pendingIncome)} claimed`).waitFor()
  expect(await button.count()).toBe(0)
  held.resolve()
  await shows(page, before.income + before.pendingIncome)
  expect(await server.balances()).toMatchObject({ income: before.income + before.pendingIncome, pendingIncome: 0 })
})

test('an exchange whose answer was lost is asked for after a reload, and happens once', async () => {
  const server = await memberApi(app.server.origin)
  const before = await server.balances()
  const page = await openMember(`${wallets}?wallet=income`)
  await page.getByRole('button', { name: 'Move to recharge' }).click()
  await sheet(page).getByLabel('Amount').fill('999999')
  await sheet(page).getByRole('alert').getByText(dollars(before.income)).waitFor()
  await sheet(page).getByLabel('Amount').fill('5')
  await sheet(page)
    .locator(`data[value="${before.income - 500}"]`)
    .waitFor()
  await page.route(
    '**/wx/capital/exchange',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  // Nor can the server be asked what became of it.
  await page.route('**/wx/commands/settle', (route) => route.abort())
  await sheet(page).getByRole('button', { name: 'Move $5.00 to recharge' }).click()
  await sheet(page).getByText("We don't know yet if it went through").waitFor()
  await page.reload()
  await page.getByText("One action: we don't know yet if it went through").waitFor()
  // Until the new balance is there, the line that says its age may move the button under the tap.
  await page
    .getByRole('main')
    .locator(`data[value="${before.income - 500}"]`)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Move to recharge' }).click()
  await sheet(page).getByRole('button', { name: 'Check now' }).waitFor()
  await page.unroute('**/wx/commands/settle')
  await checkNow(page)
  await sheet(page).getByText('moved to your recharge wallet').waitFor()
  expect(await server.balances()).toMatchObject({ income: before.income - 500, recharge: before.recharge + 500 })
})

test('two tabs that spend the same balance: one does, the other is told that it was not sent', async () => {
  const server = await memberApi(app.server.origin)
  const { income, recharge } = await server.balances()
  // The amount is more than half the balance: enough for one tab.
  const amount = Math.ceil(income * 0.6)
  const first = await openMember(`${wallets}?wallet=income`)
  const second = await first.context().newPage()
  await second.goto(`${app.server.origin}/#${wallets}?wallet=income`)
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Move to recharge' }).click()
    await sheet(page)
      .getByLabel('Amount')
      .fill((amount / 100).toFixed(2))
    await sheet(page)
      .locator(`data[value="${income - amount}"]`)
      .waitFor()
  }
  // The first is on its way, and not answered before the second tab has been told.
  let letGo: () => void = () => {}
  const bothPressed = new Promise<void>((done) => {
    letGo = done
  })
  let sent = 0
  await first.context().route('**/wx/capital/exchange', async (route) => {
    sent += 1
    await bothPressed
    await route.continue()
  })
  const press = (page: Page) =>
    sheet(page)
      .getByRole('button', { name: /^Move .* to recharge wallet$/ })
      .click()
  await press(first)
  await expect.poll(() => sent).toBe(1)
  await press(second)
  await sheet(second).getByText("You're already doing this in another tab. This one wasn't sent.").waitFor()
  letGo()
  await sheet(first).getByText('moved to your recharge wallet').waitFor()
  expect(sent).toBe(1)
  expect(await server.balances()).toMatchObject({ income: income - amount, recharge: recharge + amount })
})

test('a deposit says what it pays and out of what, shows its term, and ends early without interest', async () => {
  const server = await memberApi(app.server.origin)
  const before = await server.balances()
  const page = await openMember(`${wallets}?wallet=time-deposit`)
  await page.getByRole('button', { name: 'Open a deposit' }).click()
  await sheet(page)
    .getByRole('radio', { name: /^90 days/ })
    .check()
  await sheet(page).getByRole('button', { name: 'Deposit all' }).click()
  expect(await sheet(page).getByLabel('Amount').inputValue()).toBe((before.recharge / 100).toFixed(2))
  expect(await sheet(page).getByRole('button', { name: 'Deposit all' }).count()).toBe(0)
  await sheet(page).getByLabel('Amount').fill('100')
  await sheet(page).getByText("the operator's reserve").waitFor()
  // 100.00 for 90 days at 3.5 % a year.
  await sheet(page).locator('data[value="86"]').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await sheet(page)
    .getByRole('button', { name: /^Deposit .* for 90 days$/ })
    .click()
  await sheet(page).getByText('Set aside for the term').waitFor()
  await sheet(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('img', { name: 'Term: 0 of 90 days' }).waitFor()
  expect((await server.balances()).recharge).toBe(before.recharge - 10_000)
  // Shown as it was answered, while the list is still being read again.
  const letGo = await holdAnswers(page, /capital\/deposit\/list/)
  // The newest one comes first.
  await page.getByRole('button', { name: 'End early' }).first().click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Give up/ })
    .click()
  await page.getByText('Deposit ended. Your money went back to the wallet it came from.').waitFor()
  await page.getByText(/^Ended early on/).waitFor()
  letGo()
  expect((await server.balances()).recharge).toBe(before.recharge)

  // Without a reserve no deposit is offered, and the page says so.
  await page.route('**/wx/capital/deposit/offers*', (route) =>
    route.fulfill({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
      body: JSON.stringify({ errno: 0, errmsg: '', data: { items: [] } }),
    }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Open a deposit' }).click()
  await sheet(page).getByText('No deposits on offer right now').waitFor()
})

test('bills are filtered by type, wallet and days, and one leads down to its postings and the revenue behind it', async () => {
  const page = await openMember(`${wallets}?wallet=income`)
  const types = page.getByRole('radiogroup', { name: 'Type' })
  await types.getByRole('radio', { name: 'Income', exact: true }).check()
  const ofSeveral = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Income settled.*\d units/ })
  await ofSeveral.first().click()
  await sheet(page).getByText('How it was booked').waitFor()
  await sheet(page)
    .getByText(/^From: Settlement of/)
    .waitFor()
  await sheet(page).getByText('How it adds up').waitFor()
  const unit = sheet(page).getByRole('button', { expanded: false }).first()
  const paid = await unit.locator('data').getAttribute('value')
  await unit.press('Enter')
  await sheet(page).getByText('Where the money came from').waitFor()
  const source = sheet(page).getByRole('listitem').filter({ hasText: 'Where the money came from' })
  await source.getByText('Paid in this transaction').waitFor()
  expect(await source.locator(`dd data[value="${paid}"]`).count()).toBeGreaterThan(0)
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'hidden' })

  await types.getByRole('radio', { name: 'Income from vehicles' }).check()
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /of your units/ })
    .first()
    .waitFor()
  await types.getByRole('radio', { name: 'Every type' }).check()
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Choose days')
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-01-31')
  await page.getByRole('button', { name: 'Show all transactions' }).click()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Exchange' }).first().waitFor()
})

test('a statement is verified before it is a file; a changed one is told, in the file too', async () => {
  const page = await openMember(wallets)
  await page.getByRole('button', { name: 'Download statement' }).click()
  await sheet(page).getByLabel('Period').selectOption('This year')
  await sheet(page).getByRole('button', { name: 'Create and check' }).click()
  await sheet(page).getByText('Checked on this device, nothing changed').waitFor()
  const csv = await download(page, 'Save as CSV')
  const rows = csv.toString('utf8').split('\r\n')
  expect(rows[0]).toContain('Currency')
  expect(rows.filter((it) => /^\d+,\d{4}-/.test(it)).length).toBeGreaterThan(10)
  expect(rows.find((it) => it.includes(',Exchange,Recharge wallet,5.00,USD,'))).toBeDefined()
  const pdf = await download(page, 'Save as PDF')
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(pdf.subarray(-6).toString()).toBe('%%EOF\n')
  // A statement is of its time: who opens the sheet again makes a new one.
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Download statement' }).click()
  await sheet(page).getByRole('button', { name: 'Create and check' }).waitFor()

  await page.route('**/wx/capital/statement*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { items: { amount: number }[] } }
    const [, second] = body.data.items
    if (second) second.amount += 1
    await route.fulfill({ response: answer, json: body })
  })
  await sheet(page).getByLabel('Period').selectOption('This year')
  await sheet(page).getByRole('button', { name: 'Create and check' }).click()
  await sheet(page)
    .getByText(/CHANGED: the chain is broken at line \d+/)
    .waitFor()
  await page.unrouteAll()
})

test('everybody can read the balance sheet: with a reserve that the operator funds, and offline with its date', async () => {
  for (const argv of [['fund', 'capital', '50'], ['fund', 'reserve', '50'], ['reconcile']]) await operate(argv)
  const data = await totalsOf()
  const [usd] = data?.totals ?? []
  expect(usd?.reserve).toBeGreaterThanOrEqual(5000)
  const page = await app.open({ route: '/pages/my/books' })
  await page.getByText('Everything matched.').waitFor()
  await page.getByText('Covered by these books').waitFor()
  await shows(page, usd?.claims ?? -1)
  await shows(page, usd?.reserve ?? -1)
  await page.getByText('What we checked').click()
  await page.getByText("Members' money is covered by what the operator holds").waitFor()
  expect(await axeFaults(page)).toEqual([])
  // A bank has less than all members own.
  const today = data?.at.slice(0, 10) ?? ''
  await operate(['custody', 'add', 'bank', '--kind', 'bank', '--name', 'The bank'])
  await importStatement({ day: addDays(today, -1), opening: 0, closing: 100 }, false)
  await page.reload()
  await page.getByText(/^Not covered: \$.+ is missing$/).waitFor()
  await page.getByText('The bank').waitFor()
  await page.route('**/wx/**', (route) => route.abort())
  await page.reload()
  await page
    .getByText(/^As of /)
    .first()
    .waitFor()
  await shows(page, usd?.claims ?? -1)
  await page.getByText(/^Not covered: /).waitFor()
  await importStatement({ day: today, opening: 100, closing: usd?.outside ?? 0 }, true)
  expect(await totalsOf()).toMatchObject({ isSound: true, totals: [{ confirmed: { difference: 0 } }] })
})

async function totalsOf(): Promise<Answer<typeof moneyTotals>> {
  const answer = await fetch(`${app.server.origin}/wx/books/totals`)
  return ((await answer.json()) as { data: Answer<typeof moneyTotals> }).data
}

/** A statement of one line, in cents, and the books compared with it, which agree or don't. */
async function importStatement(of: { day: string; opening: number; closing: number }, agrees: boolean): Promise<void> {
  const [opening, closing, amount] = [of.opening, of.closing, of.closing - of.opening].map((it) =>
    (it / 100).toFixed(2),
  )
  const text = `opening,${opening}\n${of.day},${amount},${of.day}\nclosing,${of.day},${closing}\n`
  await operate(['statement', 'import', 'bank', `statement.csv\n${text}`])
  await operate(['reconcile'], agrees)
}

async function operate(argv: readonly string[], ok = true): Promise<void> {
  const isReading = argv[0] === 'reconcile'
  const why = isReading ? [] : ['--as', 'journey', '--why', 'a test of the books']
  const answer = await fetch(`${app.server.origin}/test/operate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ argv: [...argv, ...why] }),
  })
  expect(await answer.json()).toMatchObject({ ok })
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), sheet(page).getByRole('button', { name }).click()])
  return readFile(await file.path())
}
