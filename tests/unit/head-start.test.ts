import { expect, test } from 'vitest'
import { createHeadStart } from '../../sw/head-start.ts'

const address = 'https://app.example/assets/archive-texts-1.txt'

/** What is asked for, each with a way to answer it. */
function line() {
  const asked: { request: Request; answer: (it: Response) => void; fail: () => void }[] = []
  const headStart = createHeadStart(
    (request) =>
      new Promise((answer, reject) => {
        const fail = () => reject(new TypeError('failed'))
        request.signal.addEventListener('abort', fail)
        asked.push({ request, answer, fail })
      }),
  )
  return { asked, headStart }
}

test('a file that was asked for before is asked for once, and its answer is given once', async () => {
  const { asked, headStart } = line()
  headStart.ask(address)
  headStart.ask(address)
  const answer = headStart.fetch(new Request(address))
  expect(asked).toHaveLength(1)
  asked[0]!.answer(new Response('texts'))
  expect(await (await answer).text()).toBe('texts')
  void headStart.fetch(new Request(address))
  expect(asked).toHaveLength(2)
})

test('any other file is asked for when it is needed', () => {
  const { asked, headStart } = line()
  headStart.ask(address)
  const other = new Request('https://app.example/assets/a.js')
  void headStart.fetch(other)
  expect(asked[1]?.request).toBe(other)
})

test('where the early request fails, before or after its file is needed, the file is asked for anew', async () => {
  const { asked, headStart } = line()
  headStart.ask(address)
  const answer = headStart.fetch(new Request(address))
  asked[0]!.fail()
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.answer(new Response('texts'))
  expect(await (await answer).text()).toBe('texts')

  headStart.ask(address)
  asked[2]!.fail()
  await Promise.resolve()
  headStart.ask(address)
  expect(asked).toHaveLength(4)
})

test('who no longer waits for the file ends the early request', async () => {
  const { asked, headStart } = line()
  headStart.ask(address)
  const over = new AbortController()
  headStart.fetch(new Request(address, { signal: over.signal })).catch(() => {})
  over.abort()
  expect(asked[0]!.request.signal.aborted).toBe(true)
})
