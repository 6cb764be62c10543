import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { openDatabase } from '#server/db/open.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { openApp } from '#tests/support/browser.ts'
import { checkNow } from '#tests/support/check-now.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { moneyMember } from '#tests/support/money-member.ts'
import { register } from '#tests/support/newcomer.ts'
import { startServer } from '#tests/support/server-process.ts'

// What a member is told where the server did it and its answer was lost. Payments, withdrawals, exchanges and top-ups
// have this in their own journeys.
const app = journey()
const digits = '480216'
const card = { number: '4111111111111111', cvv: '739' }
const unknown = /^We don't know yet if it went through/

beforeAll(() => moneyMember(app.server.origin, digits))

const openAsMember = (route: string) => app.openAsDemo({ route })

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** The server does what `path` asks and the answer never comes; nor can it be asked for. Resolves how to end that. */
async function loseAnswers(page: Page, path: string): Promise<{ keys: string[]; end: () => Promise<void> }> {
  const keys: string[] = []
  // Later the page could not get its first access token, which it needs to read anything.
  await page.waitForLoadState('networkidle')
  await page.route(`**/wx/${path}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.fetch()
    await route.abort()
  })
  await page.route('**/wx/commands/settle', (route) => route.abort())
  // A session that ended with the account would tell it too.
  await page.route('**/wx/auth/refresh', (route) => route.abort())
  return {
    keys,
    end: async () => {
      await page.unroute(`**/wx/${path}`)
      await page.unroute('**/wx/commands/settle')
      await page.unroute('**/wx/auth/refresh')
    },
  }
}

test('a card: not known after a reload either, and there once when it is known', async () => {
  const page = await openAsMember('/subPages/card/list')
  const before = (await (await memberApi(app.server.origin)).cards()).length
  const lost = await loseAnswers(page, 'capital/addBindCard')
  await page.getByRole('link', { name: 'Add card' }).click()
  await page.getByLabel('Card number').pressSequentially(card.number)
  await page.getByLabel('Bank').first().selectOption({ label: 'Bank Mandiri' })
  await page.getByLabel('Expiry (MM/YY)').pressSequentially(`12${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVV').fill(card.cvv)
  await page.getByLabel('Name on the card').fill('SARI WIJAYA')
  await page.getByLabel('Phone number at your bank').fill('81200000001')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('textbox', { name: 'Your 6 digits' }).click()
  await page.keyboard.type(digits)
  await page.getByText(unknown).waitFor()
  await page.reload()
  await page.getByText(unknown).waitFor()
  expect(await page.getByRole('button', { name: 'Add card' }).isDisabled()).toBe(true)
  await lost.end()
  await checkNow(page)
  await page.getByText('Card added').waitFor()
  expect((await (await memberApi(app.server.origin)).cards()).length).toBe(before + 1)
  expect(lost.keys).toHaveLength(1)
})

test('a new version of the contract: handed in once, and shown as awaiting review', async () => {
  const page = await openAsMember('/subPages/contract/edit')
  const lost = await loseAnswers(page, 'g/contract/submit')
  await page.getByLabel('Name', { exact: true }).fill('Sari Dewi')
  await page.getByLabel('ID number').fill('3174096112900001')
  await page.getByLabel('Phone number').fill('81234567890')
  await page.getByLabel('Education').selectOption('bachelor')
  await page.getByLabel('Bank', { exact: true }).fill('BCA')
  await page.getByLabel('Card or account number').fill('5555 5555 5555 4444')
  await page.getByLabel('Account name').fill('SARI DEWI')
  await page.getByRole('radio', { name: 'Type your name' }).check()
  await page.getByLabel('Name to sign with').fill('Sari')
  await page.getByRole('img', { name: 'Signature: Sari' }).waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign the update' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText(unknown).waitFor()
  await lost.end()
  await checkNow(page)
  await page.getByRole('main').getByText('Awaiting review').first().waitFor()
  expect(lost.keys).toHaveLength(1)
})

test('a deposit: its amount stands with the question, also after a reload, and is taken once', async () => {
  const server = await memberApi(app.server.origin)
  const before = await server.balances()
  const page = await openAsMember('/pages/my/historyList?wallet=time-deposit')
  const lost = await loseAnswers(page, 'capital/deposit/open')
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Open a deposit' }).click()
  await sheet.getByLabel('Amount').fill('100')
  await sheet.getByRole('button', { name: /^Deposit .* for \d+ days$/ }).click()
  await sheet.getByText('You were depositing $100.00.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Open a deposit' }).click()
  await sheet.getByText('You were depositing $100.00.').waitFor()
  await lost.end()
  await checkNow(page)
  await sheet.getByText('You were depositing $100.00.').waitFor({ state: 'detached' })
  expect((await server.balances()).recharge).toBe(before.recharge - 10_000)
  expect(lost.keys).toHaveLength(1)
})

test.each([
  'the member is signed out, and the account is gone',
  'where nothing could be erased before the app was closed, the next start does it',
])('deleting the account: %s', async (what) => {
  // Without the demonstration a newcomer has no money, which would be in the way.
  const server = await startServer({ env: { DEMO: '0' } })
  const { page, context } = await openApp(app.browser, server.origin, { route: '/pages/auth/register' })
  onTestFinished(async () => {
    await context.close()
    await server.dispose()
  })
  await register(page, server.origin)
  await visit(page, '/pages/my/set')
  const lost = await loseAnswers(page, 'auth/unsubscribe')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Login password').fill('a-good-one')
  await page.getByRole('checkbox', { name: 'I understand' }).check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText(unknown).waitFor()
  expect(await page.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true)
  await lost.end()
  if (what.startsWith('where nothing')) await page.evaluate(failToErase)
  await checkNow(page)
  await page.getByText('Your account was deleted').waitFor()
  // A later start has nothing left to ask or to send.
  await page.reload()
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await page.getByText('Your account was deleted').waitFor()
  // The reload may have interrupted the erasing, which this start begins again.
  await expect.poll(() => page.getByText(/know yet if|not sent|Not confirmed yet/).allTextContents()).toEqual([])
  expect(lost.keys).toHaveLength(1)
})

// Last: it stops the server, which alone may have its database open.
test('no table of the server has the CVV or the whole number of the card that was added', async () => {
  await app.server.stop()
  const database = await openDatabase({ dir: join(app.server.dataDir, 'db') })
  try {
    // The server itself may not read every table.
    const contents = await asOwner(database, async (db) => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
      const texts: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql<{
          text: string
        }>`select to_jsonb(it)::text as text from ${sql.raw(name)} it`.execute(db)
        texts.push(...rows.map(({ text }) => `${name} ${text}`))
      }
      return texts
    })
    // The row is there, with the last digits only.
    expect(contents.filter((it) => it.includes('SARI WIJAYA')).join()).toContain('"1111"')
    const isSecret = (text: string) =>
      text.includes(card.number) || text.includes('4111 1111 1111 1111') || /"(\\")?739\\?"/.test(text)
    expect(contents.filter(isSecret)).toEqual([])
    expect(contents.filter((it) => it.includes(demoMember.phone)).length).toBeGreaterThan(0)
  } finally {
    await database.close()
  }
})

/** Runs in the page: its databases fail to remove anything until it is loaded anew. */
function failToErase() {
  const fail = () => {
    throw new DOMException('The disk fails.', 'UnknownError')
  }
  Object.assign(IDBObjectStore.prototype, { clear: fail, delete: fail })
}
