import { expect, test } from 'vitest'
import { createQuestion } from '#src/outbox/question.ts'
import { later } from '#tests/support/fake-transport.ts'

const proof = async () => 'signed'

test('where what proves in place of the digits cannot be loaded, the member is asked again and told why', async () => {
  const question = createQuestion()
  const failure = new TypeError('Failed to fetch dynamically imported module')
  await question.answerBy(Promise.reject(failure))
  expect(question.asked().isOpen).toBe(false)
  const answered = question.askPassword('asking')
  await question.answerBy(Promise.reject(failure))
  expect(question.asked()).toEqual({ isOpen: true, step: 'asking', rejection: failure })
  question.answer('123456')
  expect(await answered).toBe('123456')
})

test('what proves in place of the digits answers the question for which it was chosen', async () => {
  const question = createQuestion()
  const answered = question.askPassword('asking')
  await question.answerBy(Promise.resolve(proof))
  expect(await answered).toBe(proof)
})

test.each(['it comes', 'it cannot be had'])('where %s too late, the next question stays as it is', async (what) => {
  const question = createQuestion()
  const first = question.askPassword('asking')
  const loading = later<typeof proof>()
  const answering = question.answerBy(loading.promise)
  question.close()
  expect(await first).toBe(undefined)
  const next = question.askPassword('asking')
  if (what === 'it comes') loading.resolve(proof)
  else loading.reject(new TypeError('Failed to fetch dynamically imported module'))
  await answering
  expect(question.asked()).toEqual({ isOpen: true, step: 'asking', rejection: undefined })
  question.answer('123456')
  expect(await next).toBe('123456')
})
