import { expect, test } from 'vitest'
import { createQuestion } from '#src/outbox/question.ts'

test('where what proves in place of the digits cannot be loaded, the member is asked again and told why', async () => {
  const question = createQuestion()
  const failure = new TypeError('Failed to fetch dynamically imported module')
  question.refuse(failure)
  expect(question.asked().isOpen).toBe(false)
  const answered = question.askPassword('asking')
  question.refuse(failure)
  expect(question.asked()).toEqual({ isOpen: true, step: 'asking', rejection: failure })
  question.answer('123456')
  expect(await answered).toBe('123456')
})
