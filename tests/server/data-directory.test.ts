import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory, lockPathOf } from '#server/db/directory-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { readImage } from '#tests/support/databases.ts'
import { longer } from '#tests/support/longer.ts'

const holder = join(import.meta.dirname, '../support/directory-writer.ts')

describe('A data directory of the embedded database', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'voltfolio-directory-'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test(
    'loses nothing that was acknowledged when its process is killed, again and again',
    { timeout: 180_000 * longer },
    async () => {
      const dir = join(folder, 'killed')
      let acknowledged = 0
      for (let round = 1; round <= 3 * longer; round += 1) {
        const child = hold(dir)
        acknowledged = await readUntil(child, (n) => n >= acknowledged + 7 * round)
        child.kill('SIGKILL')
        // A number that was being written when the process died counts too.
        acknowledged = Math.max(acknowledged, await drained(child))
      }
      const database = await openDatabase({ dir })
      const {
        rows: [found],
      } = await sql<{ count: number; most: number }>`select count(*) as count, max(n) as most from written`.execute(
        database.kysely,
      )
      await database.close()
      expect(found?.most).toBeGreaterThanOrEqual(acknowledged)
      expect(found?.count).toBe(found?.most)
    },
  )

  test('is refused to a second process, and to the same one, until it is closed', async () => {
    const dir = join(folder, 'held')
    const database = await openDatabase({ dir, image: readImage() })
    await expect(openDatabase({ dir })).rejects.toThrow(DirectoryInUse)
    const second = hold(dir)
    const told = await textOf(second.stderr)
    expect(told).toContain(`in use by process ${process.pid}`)
    await database.close()
    const again = await openDatabase({ dir })
    await again.close()
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })

  test('is taken over from a process that was killed, or whose pid another has by now', async () => {
    const dir = join(folder, 'stale')
    await (await openDatabase({ dir, image: readImage() })).close()
    // Our parent process lives, but the lock names another start time.
    for (const left of [
      JSON.stringify({ pid: process.ppid, started: 'another boot 1' }),
      JSON.stringify({ pid: process.pid, started: 'an earlier life' }),
      'half writ',
    ]) {
      writeFileSync(`${dir}.lock`, left)
      await (await openDatabase({ dir })).close()
    }
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })

  test('is refused while a process of another container touches its lock, and taken over once it no longer does', async () => {
    const lock = join(folder, 'shared.lock')
    const quick = { watchMs: 1000 }
    writeFileSync(lock, JSON.stringify({ pid: 1, started: 'boot 1', where: 'boot pid:[1]' }))
    let touches = 0
    const touching = setInterval(() => utimesSync(lock, ++touches, touches), 100)
    const refused = await lockDirectory(lock, quick).catch((cause: unknown) => cause)
    clearInterval(touching)
    expect(refused).toBeInstanceOf(DirectoryInUse)
    expect(String(refused)).toContain('another container')
    const release = await lockDirectory(lock, quick)
    // Ours shows others that we live.
    const taken = statSync(lock).mtimeMs
    await expect.poll(() => statSync(lock).mtimeMs, { timeout: 10_000 }).not.toBe(taken)
    release()
    expect(existsSync(lock)).toBe(false)
    // One that was taken over meanwhile is its successor's.
    const late = await lockDirectory(lock, quick)
    writeFileSync(lock, JSON.stringify({ pid: 1, started: 'boot 1', where: 'boot pid:[1]' }))
    late()
    expect(existsSync(lock)).toBe(true)
  })

  test('that is a link has the lock of where it leads to', async () => {
    const dir = join(folder, 'linked')
    await (await openDatabase({ dir, image: readImage() })).close()
    symlinkSync(dir, `${dir}-here`)
    const database = await openDatabase({ dir: `${dir}-here` })
    await expect(lockDirectory(lockPathOf(`${dir}-here`))).rejects.toThrow(DirectoryInUse)
    await expect(lockDirectory(lockPathOf(dir))).rejects.toThrow(DirectoryInUse)
    await database.close()
  })
})

type Child = ChildProcessByStdio<null, Readable, Readable>

function hold(dir: string): Child {
  return spawn(process.execPath, [holder, dir], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Reads numbers until one reaches the limit, and gives it. Throws when the process ends before. */
async function readUntil(child: Child, isEnough: (n: number) => boolean): Promise<number> {
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  return await new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const n = lastNumber(text)
      if (!isEnough(n)) return
      child.stdout.off('data', read)
      resolve(n)
    }
    child.stdout.on('data', read)
    child.once('exit', () => {
      reject(new Error(`the process ended: ${complaint}`))
    })
  })
}

async function drained(child: Child): Promise<number> {
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  const last = lastNumber(await textOf(child.stdout))
  if (child.exitCode === null && child.signalCode === null) await ended
  return last
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

/** The last number that is followed by its line's end. */
function lastNumber(text: string): number {
  return Number(/(\d+)\n[^\n]*$/.exec(text)?.[1] ?? 0)
}
