import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { release } from '../../build/release.ts'

const home = mkdtempSync(join(tmpdir(), 'voltfolio-release-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0

/** What the bundler does with the plugin: writes a build into a folder of its own, then closes it. */
function deploy(destination: string, id: string, assets: Record<string, string>, isWritten = true) {
  const folder = join(home, `build-${count++}`)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(assets)) writeFileSync(join(folder, 'assets', name), text)
  const plugin = release(id, destination) as unknown as {
    configResolved(config: object): void
    writeBundle(): void
    closeBundle: { handler(): void }
  }
  plugin.configResolved({ build: { outDir: folder } })
  if (isWritten) plugin.writeBundle()
  plugin.closeBundle.handler()
  return folder
}

const assetsOf = (destination: string) => readdirSync(join(destination, 'assets')).toSorted()

test('the parts of the last releases stay served, older ones go', () => {
  const dist = join(home, 'dist')
  deploy(dist, 'one', { 'a-1.js': 'a1', 'shared-0.js': 's' })
  deploy(dist, 'two', { 'a-2.js': 'a2', 'shared-0.js': 's' })
  deploy(dist, 'three', { 'a-3.js': 'a3', 'shared-0.js': 's' })
  expect(assetsOf(dist)).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'shared-0.js'])
  expect(readFileSync(join(dist, 'assets/a-1.js'), 'utf8')).toBe('a1')
  deploy(dist, 'four', { 'a-4.js': 'a4' })
  expect(assetsOf(dist)).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'shared-0.js'])
  expect(readFileSync(join(dist, 'build-id'), 'utf8')).toBe('four')
})

test('rolling back to a release and forward again keeps the parts of both', () => {
  const dist = join(home, 'rolled')
  const [one, two] = [{ 'a-1.js': 'a1' }, { 'a-2.js': 'a2' }]
  deploy(dist, 'one', one)
  deploy(dist, 'two', two)
  deploy(dist, 'one', one)
  expect(readFileSync(join(dist, 'build-id'), 'utf8')).toBe('one')
  expect(assetsOf(dist)).toEqual(['a-1.js', 'a-2.js'])
  deploy(dist, 'two', two)
  expect(assetsOf(dist)).toEqual(['a-1.js', 'a-2.js'])
})

test('a build that fails leaves the old one, and nothing of itself', () => {
  const dist = join(home, 'kept')
  deploy(dist, 'one', { 'a-1.js': 'a1' })
  const folder = deploy(dist, 'two', { 'a-2.js': 'half' }, false)
  expect(assetsOf(dist)).toEqual(['a-1.js'])
  expect(readFileSync(join(dist, 'build-id'), 'utf8')).toBe('one')
  expect(existsSync(folder)).toBe(false)
})
