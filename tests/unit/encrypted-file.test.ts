import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEncrypted, UnreadableBackup, writeEncrypted } from '#server/cli/backup/encrypted-file.ts'

const mega = 1024 * 1024
const tag = 16
const key = randomBytes(32)
const facts = { madeAt: '2026-11-23T02:00:00.000Z', version: '1.0.709' }
let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voltfolio-encrypted-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const newPath = () => join(folder, String(++files))

async function* inParts(text: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.subarray(at, at + size))
}

async function read(path: string, by = key): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of (await readEncrypted(path, by)).pieces) parts.push(part)
  return Buffer.concat(parts)
}

test.each([0, 1, mega - 1, mega, mega + 1, 2 * mega, 3 * mega + 5])('%i bytes come back as they were', async (size) => {
  const [path, text] = [newPath(), randomBytes(size)]
  const header = await writeEncrypted(path, key, facts, inParts(text, 100_003))
  expect((await read(path)).equals(text)).toBe(true)
  expect(header).toMatchObject(facts)
  expect((await readEncrypted(path, key)).header).toEqual(header)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(writeEncrypted(path, key, facts, inParts(text, mega))).rejects.toMatchObject({ code: 'EEXIST' })
})

test('whatever is changed, moved, repeated, added or cut off is refused', async () => {
  const path = newPath()
  await writeEncrypted(path, key, facts, inParts(randomBytes(3 * mega + 5), mega))
  const whole = readFileSync(path)
  const head = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1
  const chunk = (n: number) => whole.subarray(head + n * (mega + tag), head + (n + 1) * (mega + tag))
  const [start, last] = [whole.subarray(0, head), chunk(3)]
  const changed = (at: number) => {
    const copy = Buffer.from(whole)
    copy[at]! ^= 1
    return copy
  }
  const wrong: Record<string, Buffer> = {
    'a bit of the first chunk': changed(head),
    'a bit of the last tag': changed(whole.length - 1),
    'the time in the head': Buffer.concat([Buffer.from(start.toString().replace('T02', 'T03')), whole.subarray(head)]),
    'the last byte cut off': whole.subarray(0, -1),
    'the last chunk cut off': Buffer.concat([start, chunk(0), chunk(1), chunk(2)]),
    'all chunks cut off': start,
    'two chunks changed places': Buffer.concat([start, chunk(1), chunk(0), chunk(2), last]),
    'a chunk repeated': Buffer.concat([start, chunk(0), chunk(0), chunk(1), chunk(2), last]),
    'a chunk left out': Buffer.concat([start, chunk(0), chunk(2), last]),
    'a byte added': Buffer.concat([whole, Buffer.from([0])]),
    'another head': Buffer.concat([Buffer.from('a text\nof two lines\n'), whole.subarray(head)]),
    nothing: Buffer.alloc(0),
  }
  for (const [what, bytes] of Object.entries(wrong)) {
    const altered = newPath()
    writeFileSync(altered, bytes)
    await expect(read(altered), what).rejects.toBeInstanceOf(UnreadableBackup)
  }
  await expect(read(path, randomBytes(32))).rejects.toThrow('was made with the key')
})

test('the same text is never encrypted alike', async () => {
  const [one, other] = [newPath(), newPath()]
  for (const path of [one, other]) await writeEncrypted(path, key, facts, inParts(Buffer.alloc(100), 100))
  const bodyOf = (path: string) => readFileSync(path).subarray(-100).toString('hex')
  expect(bodyOf(one)).not.toBe(bodyOf(other))
})
