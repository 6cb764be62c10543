import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import { queryClient } from '#src/cache/cache.ts'
import { articleRead, isTextChanged, refetchTexts, shownTexts } from '#src/entities/article.ts'
import { later } from '#tests/support/fake-transport.ts'

const text = (revision: number) => ({ language: 'en', revision })
const stops: (() => void)[] = []

/** Texts that a form has shown in their first revision, and whose next answers come by hand. */
function shown(...ids: string[]) {
  const answers = ids.map((id) => {
    const answer = later<unknown>()
    const { queryKey } = articleRead(id)
    queryClient.setQueryData(queryKey as readonly unknown[], text(1))
    const query = { queryKey, queryFn: () => answer.promise, persister: undefined, retry: false, staleTime: Infinity }
    stops.push(new QueryObserver<unknown>(queryClient, query as never).subscribe(() => {}))
    return answer
  })
  return answers
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queryClient.clear()
  vi.useRealTimers()
})

test('only a changed text is one', () => {
  const refused = (code: keyof typeof errors) => new ApiError('rejected', '', errors[code])
  expect(isTextChanged(refused('text_changed'))).toBe(true)
  expect(isTextChanged(refused('code_wrong'))).toBe(false)
  expect(isTextChanged(new TypeError('a bug'))).toBe(false)
})

test('the texts beside a tick are the new ones once they were fetched again', async () => {
  const [agreement, privacy] = shown('agreement', 'privacy')
  let isHere = false
  const refetching = refetchTexts().then(() => (isHere = true))
  agreement?.resolve(text(2))
  await vi.waitFor(() => expect(shownTexts('agreement')).toMatchObject([{ revision: 2 }]))
  expect(isHere, 'the other one is still on its way').toBe(false)
  privacy?.resolve(text(3))
  await refetching
  expect(shownTexts('agreement', 'privacy')?.map(({ revision }) => revision)).toEqual([2, 3])
})

test('a text that fails or never comes holds up no form for ever', async () => {
  const [agreement] = shown('agreement')
  agreement?.reject(new Error('no route'))
  await refetchTexts()
  shown('privacy')
  vi.useFakeTimers()
  const refetching = refetchTexts()
  await vi.advanceTimersByTimeAsync(10_000)
  await refetching
  expect(shownTexts('agreement', 'privacy')?.map(({ revision }) => revision)).toEqual([1, 1])
})
