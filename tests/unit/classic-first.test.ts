import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { classicFirst } from '../../build/classic-first.ts'

const files = { '/entry': '', '/lazy': '' }

/** The built code of a first file and of one that it imports lazily. */
async function built(sources: typeof files): Promise<{ first: string; lazy: string }> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2023', modulePreload: { polyfill: false }, rolldownOptions: { input: '/entry' } },
    plugins: [
      {
        name: 'sources',
        enforce: 'pre',
        resolveId: (id) => (id in sources ? id : undefined),
        load: (id) => sources[id as keyof typeof files],
      },
      classicFirst(),
    ],
  })) as Rolldown.RolldownOutput
  const chunks = result.output.filter((it) => it.type === 'chunk')
  return { first: chunks.find((it) => it.isEntry)!.code, lazy: chunks.find((it) => !it.isEntry)!.code }
}

test('the first file runs as a classic script and leaves its exports for a file that it loads', async () => {
  const { first, lazy } = await built({
    '/entry': `export const greet = (who) => 'hello ' + who + ' from ' + import.meta.url
      globalThis.load = () => import('/lazy')`,
    '/lazy': `import { greet } from '/entry'
      globalThis.said = greet('lazy')`,
  })
  const page: Record<string, unknown> = {
    setTimeout: () => {},
    document: { hidden: true, currentScript: { src: 'https://app/first.js' }, createElement: () => ({}) },
  }
  runInNewContext(first, page)
  expect(lazy).not.toContain('import')
  runInNewContext(lazy, page)
  expect(page['said']).toBe('hello lazy from https://app/first.js')
})

test('in a page that is seen it runs once, after the second frame or without any', async () => {
  const { first } = await built({
    '/entry': 'globalThis.runs += 1; globalThis.load = () => import("/lazy")',
    '/lazy': '',
  })
  for (const hasFrames of [true, false]) {
    const timers: (() => void)[] = []
    const frames: (() => void)[] = []
    const page = {
      runs: 0,
      document: { hidden: false, currentScript: { src: 'https://app/first.js' }, createElement: () => ({}) },
      setTimeout: (timer: () => void) => timers.push(timer),
      requestAnimationFrame: (frame: () => void) => frames.push(frame),
    }
    runInNewContext(first, page)
    if (hasFrames) for (const frame of frames) frame()
    expect([frames.length, page.runs]).toEqual([hasFrames ? 2 : 1, 0])
    for (const timer of timers) timer()
    expect([timers.length, page.runs]).toEqual([hasFrames ? 2 : 1, 1])
  }
})

test('an export that changes after the first file has run fails the build', async () => {
  const sources = {
    '/entry': `export let count = 0
      globalThis.up = () => { count += 1 }
      globalThis.load = () => import('/lazy')`,
    '/lazy': `import { count } from '/entry'
      globalThis.said = count`,
  }
  await expect(built(sources)).rejects.toThrow('an export of the first file changes')
})
