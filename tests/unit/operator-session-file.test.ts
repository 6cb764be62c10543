import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OpenSessionFile, sessionFileOf } from '#server/cli/accounts/session-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voltfolio-session-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

const session = (token: string) => ({ token, endsAt: '2026-11-20T14:00:00.000Z' })
const database = (url: string) => ({ dataDir: '.data', databaseUrl: url })

test('a session is kept for its database and sent to no other, whoever asks it', () => {
  const env = { XDG_STATE_HOME: dir }
  const one = sessionFileOf(env, database('postgres://ana:secret@db.example/books'))
  one.keep(session('one'))
  expect(one.token()).toBe('one')
  expect(sessionFileOf(env, database('postgres://other:words@db.example/books')).token()).toBe('one')
  for (const url of ['postgres://ana:secret@db.example/other', 'postgres://ana:secret@db2.example/books'])
    expect(sessionFileOf(env, database(url)).token()).toBe(undefined)
  const embedded = sessionFileOf(env, { dataDir: join(dir, 'data'), databaseUrl: undefined })
  expect(embedded.token()).toBe(undefined)
  embedded.keep(session('two'))
  expect([one.token(), embedded.token()]).toEqual(['one', 'two'])
  one.keep(null)
  expect([one.token(), embedded.token()]).toEqual([undefined, 'two'])
  expect(readFileSync(join(dir, 'voltfolio', 'operator-session.json'), 'utf8')).not.toContain('secret')
})

test('only its owner reads the file; one that others can read is not used', () => {
  const path = join(dir, 'mine.json')
  const mine = sessionFileOf({ OPERATOR_SESSION_FILE: path }, database('postgres://db.example/books'))
  mine.keep(session('one'))
  mine.keep(session('two'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  for (const mode of [0o640, 0o604]) {
    chmodSync(path, mode)
    expect(() => mine.token()).toThrow(OpenSessionFile)
    expect(() => {
      mine.keep(session('three'))
    }).toThrow(OpenSessionFile)
  }
})

test('a file that is no longer whole is no session', () => {
  const path = join(dir, 'mine.json')
  writeFileSync(path, '{"half', { mode: 0o600 })
  expect(sessionFileOf({ OPERATOR_SESSION_FILE: path }, database('postgres://db.example/books')).token()).toBe(
    undefined,
  )
})
