import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { usageOf } from '#server/cli/operator/command.ts'
import { commands } from '#server/cli/operator/commands.ts'
import { shapes } from '#server/cli/operator/settings.ts'
import { root } from '#server/install.mjs'
import { codeIn, faultOf } from '#tests/support/paper-commands.ts'
import { rowsUnder } from '#tests/support/paper-tables.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const papers = [
  ...readdirSync(root).filter((it) => it.endsWith('.md')),
  ...globSync('docs/**/*.md', { cwd: root }),
].toSorted()

test('the README can be read in one sitting', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(8 * 1024)
})

test('every relative link leads somewhere', () => {
  const links = papers.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  )
  const relative = links.filter(({ link }) => !/^(https?:|mailto:|#)/.test(link))
  expect(relative.length).toBeGreaterThan(5)
  expect(relative.filter(({ file, link }) => !existsSync(join(root, dirname(file), link.split('#')[0] ?? '')))).toEqual(
    [],
  )
})

test("the operations paper lists every operator's command as it is typed, with the roles of which one suffices and what it does", () => {
  const section = read('docs/operations.md').split('\n## Every command\n')[1]?.split('\n## ')[0] ?? ''
  const listed = section.split('\n').filter((line) => line.startsWith('- '))
  const roles = ({ needs }: (typeof commands)[number]) => (needs.length === 0 ? 'anybody' : needs.join(', '))
  expect(listed).toEqual(commands.map((it) => `- \`${usageOf(it)}\` (${roles(it)}): ${it.says}.`))
})

test('the operations paper has an example of every setting whose JSON is not plain, and each can be set', () => {
  const examples = [...read('docs/operations.md').matchAll(/setting set (\w+)\s+'([^']*)'/g)]
  const faults = examples.flatMap(([, name = '', json = '']) => {
    const { issues = [] } = v.safeParse(shapes[name] ?? v.never(), JSON.parse(json.replaceAll('\n', ' ')))
    return issues.map((it) => `${name}: ${it.message}`)
  })
  expect(faults).toEqual([])
  const plain = ['house_invite_code', 'operator_zone', 'counts_usage']
  const shown = new Set([...examples.map(([, name]) => name), ...plain, 'top_up_review', 'withdrawal_review'])
  expect(Object.keys(shapes).filter((it) => !shown.has(it))).toEqual([])
})

test("every operator's command in the papers is one, with options that it has and a value for each", () => {
  const typed = papers.flatMap((file) => codeIn(read(file)).map((code) => ({ file, code })))
  const named = typed.filter(({ code }) => /^(?:\w+=\S+ )*(?:npm run operator -- |operator )/.test(code))
  expect(named.length).toBeGreaterThan(60)
  expect(typed.flatMap((it) => (faultOf(it.code) ? [{ ...it, fault: faultOf(it.code) }] : []))).toEqual([])
})

test.each([
  ['npm run operator -- transfer list --gone', 'argument missing'],
  ['transfer list --gone', 'argument missing'],
  ['withdrawal list --status approved', 'Unknown option'],
  ['operator withdrawals list', 'no command'],
  ['account disable ana bob', 'one word too many'],
])('a paper that says "%s" is told', (code, fault) => {
  expect(faultOf(code)).toContain(fault)
})

test('every file that the papers name is there', () => {
  const named = papers
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => [...read(file).matchAll(pathInText)].map(([, path = '']) => ({ file, path })))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ path }) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})

test('every paper that the sources cite is there, with its section', () => {
  const files = globSync('{src,sw,server,protocol,build,tests}/**/*.{ts,tsx,mjs,sql,css}', { cwd: root })
  const sources = [...files.filter((it) => !it.includes('papers.test')), ...papers]
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(citation)].map(([, paper = '', title]) => ({ file, paper, title })),
  )
  const isThere = ({ paper, title }: { paper: string; title: string | undefined }) =>
    existsSync(join(root, paper)) && (title === undefined || titlesOf(paper).includes(title))
  expect(cited.filter((it) => !isThere(it))).toEqual([])
})

test('the security paper counts its requirements rightly: those that are met, that are not and that do not apply', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| ([\d.]+)\.(\d+)(?:–\1\.(\d+))? +\|[^|]*\|[^|]*\| ([^|]*)/gm)]
  const counts = { met: 0, not: 0, none: 0 }
  for (const [, , first, last = first, where = ''] of rows)
    counts[where.startsWith('Not met') ? 'not' : where.startsWith("Doesn't apply") ? 'none' : 'met'] +=
      Number(last) - Number(first) + 1
  const { met, not, none } = counts
  expect(read('docs/security.md')).toContain(
    `Of ${met + not + none} requirements ${met} are met, ${not} are not, ${none} don't apply.`,
  )
})

test('the table of transfer rules is what the migrations make', () => {
  const migrations = globSync('server/db/migrations/*.sql', { cwd: root }).map(read)
  const made = migrations.flatMap((text) =>
    [...text.matchAll(/insert into transfer_rule [^;]*;/g)].flatMap(([insert]) =>
      [...insert.matchAll(/\('(\w+)',\s*'(\w+)',\s*'(\w+)'\)/g)].map(([, ...rule]) => rule.join(' ')),
    ),
  )
  expect(
    rowsUnder('docs/ledger.md', 'Transfer rules')
      .map(([kind, from, to]) => `${kind} ${from} ${to}`)
      .toSorted(),
  ).toEqual(made.toSorted())
})

test('the table of states has every state of a command', () => {
  const [, union = ''] = /export type State =([^;]*?)\n\n/.exec(read('src/outbox/command.ts')) ?? []
  const states = [...union.matchAll(/'(\w+)'/g)].map(([, state]) => state)
  expect(states.length).toBeGreaterThan(5)
  expect(rowsUnder('docs/offline.md', 'States').map(([state]) => state)).toEqual(expect.arrayContaining(states))
})

/** A path in backticks below one of our folders; a place for a name, in capitals or as `…`, isn't one. */
const pathInText = /`((?:src|sw|server|protocol|build|tests|docs|locales|public)\/(?![^`]*(?:[A-Z]{4}|…))[\w\-./*]*)`/g

/**
 * `docs/x.md`, and a title where it is cited as `docs/x.md, "Title"`, over the end of a line and its comment sign too.
 */
const citation = /(docs\/[\w\-/]+\.md)(?:`?,[\s*/-]+"([^"]+)")?/g

function titlesOf(paper: string): string[] {
  return [...read(paper).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
}
