import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { makeEncryptionKey, privateKeyOf } from '#server/db/encryption-keys.ts'
import { keyringOf, KeysMissing, ringOf } from '#server/db/keyring.ts'
import { rejectMissingKeys } from '#server/db/missing-keys.ts'
import { unwrapKey } from '#server/db/unwrap-key.ts'
import { silentLog } from '#server/log.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'voltfolio-kms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const master = randomBytes(32)
const calls = join(folder, 'calls')
writeFileSync(calls, '')
writeFileSync(join(folder, 'master'), master)
/** A key management service of one program: it alone has the key that data keys are under. */
const program = join(folder, 'kms.mjs')
writeFileSync(
  program,
  `import { createDecipheriv } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
const bytes = Buffer.from(readFileSync(0, 'utf8').trim(), 'base64')
const cipher = createDecipheriv('aes-256-gcm', readFileSync(${JSON.stringify(join(folder, 'master'))}), bytes.subarray(0, 12))
cipher.setAuthTag(bytes.subarray(12, 28))
const key = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
appendFileSync(${JSON.stringify(calls)}, 'x')
process.stdout.write(process.argv[2] === 'raw' ? key : key.toString(process.argv[2]) + '\\n')
`,
)
const command = (encoding = 'base64') => `"${process.execPath}" "${program}" ${encoding}`
const wrap = (key: Buffer) => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', master, iv)
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}
const [first, second] = [randomBytes(32), randomBytes(32)]

test.each(['base64', 'hex', 'raw'])('a key comes decrypted from the program, printed as %s', (encoding) => {
  expect(unwrapKey(command(encoding), wrap(first)).equals(first)).toBe(true)
})

test('keys are fetched once a process, the first one encrypts and the old ones still decrypt', () => {
  const old = ringOf([second]).encrypt('4111', 'bank_card/1')
  writeFileSync(calls, '')
  const config = readConfig({ KEY_COMMAND: command(), CARD_KEY: wrap(first), CARD_KEYS_OLD: wrap(second) })
  expect([config.cardKeys, readFileSync(calls, 'utf8')]).toEqual([[], ''])
  expect(keyringOf(config).ids).toEqual(ringOf([first, second]).ids)
  expect(keyringOf(config).decrypt(old, 'bank_card/1')).toBe('4111')
  expect(readFileSync(calls, 'utf8')).toBe('xx')
})

test.each([
  ['a service that says no', 'exit 3', /ended with status 3/],
  ['a program that is not there', join(folder, 'no-such-program'), /ended with status 127/],
  ['nothing', 'true', /printed 0 bytes/],
  ['what is no key', 'echo almost-a-secret', /printed 16 bytes that are no key/],
  ['too much', 'head -c 100000 /dev/zero', /KEY_COMMAND/],
  ['no answer in time', 'sleep 60 | cat', /took longer than 0.5 s/],
])('%s stops the start in words, and nothing that was printed is in them', (_, given, words) => {
  const asked = () => unwrapKey(given, wrap(first), 500)
  expect(asked).toThrow(words)
  expect(asked).toThrow(expect.not.objectContaining({ message: expect.stringContaining('almost') as string }))
})

test('a key that another service encrypted is refused', () => {
  const strange = wrap(first)
  expect(() => unwrapKey(command(), (strange.startsWith('A') ? 'B' : 'A') + strange.slice(1))).toThrow('ended with')
})

test('a command without a key to decrypt is refused', () => {
  expect(() => readConfig({ KEY_COMMAND: command() })).toThrow('KEY_COMMAND needs CARD_KEY')
})

describe.each(oneDatabase)('on $name', ({ open }) => {
  test("a new key isn't put where the server that runs has none of its keys", async () => {
    const database = await open()
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const server = readConfig({ CARD_KEY: first.toString('hex') })
    await makeEncryptionKey(database.kysely, keyringOf(server), clock)
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-no-keys-'))
    const make = () =>
      operate(
        { database, clock, config: { ...readConfig({ DATA_DIR: dataDir }), mayMakeKeys: false }, log: silentLog },
        ['key', 'new', '--as', 'Ana', '--why', 'a test'],
      )
    await expect(make()).rejects.toThrow(KeysMissing)
    expect(readdirSync(dataDir)).toEqual([])
    const { ids } = keyringOf({ cardKeys: [], dataDir })
    await expect(make()).rejects.toThrow(/under the key k\w+, which is missing/)
    expect(keyringOf({ cardKeys: [], dataDir }).ids).toEqual(ids)
    rmSync(dataDir, { recursive: true })
    await database.close()
  })

  test('keys rotate by the same commands', async () => {
    const database = await open()
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const before = readConfig({ KEY_COMMAND: command(), CARD_KEY: wrap(first) })
    const { id } = await makeEncryptionKey(database.kysely, keyringOf(before), clock)
    const after = readConfig({ KEY_COMMAND: command(), CARD_KEY: wrap(second), CARD_KEYS_OLD: wrap(first) })
    const run = (...argv: string[]) =>
      operate({ database, clock, config: after, log: silentLog }, [...argv, '--as', 'Ana', '--why', 'a test'])
    const refused = await run('key', 'new')
    expect([refused.ok, refused.lines[0]]).toEqual([false, expect.stringContaining('KEY_COMMAND fetches the keys')])
    expect((await run('key', 'reencrypt')).lines[0]).toMatch(/^1 lie under the key/)
    const alone = readConfig({ KEY_COMMAND: command(), CARD_KEY: wrap(second) })
    await rejectMissingKeys(database.kysely, alone)
    expect(await privateKeyOf(database.kysely, keyringOf(alone), id)).not.toBeNull()
    await expect(rejectMissingKeys(database.kysely, before)).rejects.toThrow('is missing')
    await database.close()
  })
})
