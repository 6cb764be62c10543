import { expect, test } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { root } from '#server/install.mjs'

const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('server/db/seed/'))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

// Rates say how much of a currency one US dollar is, whatever the books are kept in.
test('the currency of the books is spelled once', () => {
  expect(filesWith(/'USD'/).filter((file) => file !== 'server/features/wallet/exchange/rates.ts')).toEqual([
    'server/db/books-currency.ts',
  ])
})

test('what a unit is entitled to is read by one query', () => {
  expect(filesWith(/order by counted_at desc, share_total_after desc limit 1\b/)).toEqual(['server/db/entitlement.ts'])
})

test("a member's row is locked in one place", () => {
  expect(filesWith(/selectFrom\('member'\)[^;]*?\.for(NoKey)?Update\(/s)).toEqual(['server/db/lock-member.ts'])
})
