import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'

/** What a log wrote: its text, and each line read. */
function written(write: (log: ReturnType<typeof createLog>) => void) {
  let text = ''
  write(createLog({ write: (line) => (text += line) }))
  const lines = text.split('\n').filter(Boolean)
  return { text, records: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a record is one line of JSON with its time, level, event and facts', () => {
  const { records } = written((log) => {
    log.info('books are sound', { at: '2026-11-22' })
    log.error('job failed', new Error('two\nlines', { cause: new Error('the reason') }), { job: 'settle' })
  })
  expect(records).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), event: 'books are sound', at: '2026-11-22' },
    {
      level: 'error',
      time: expect.any(String),
      event: 'job failed',
      job: 'settle',
      error: {
        type: 'Error',
        message: 'two\nlines',
        stack: expect.stringContaining('log.test.ts'),
        cause: expect.objectContaining({ message: 'the reason' }),
      },
    },
  ])
})

test('secrets are redacted in facts, however deep, and in what an error or its causes carry', () => {
  const secret = 'never-to-be-read'
  const names = [
    'password',
    'token',
    'accessToken',
    'authorization',
    'cookie',
    'cvv',
    'cardNumber',
    'transactionPassword',
  ]
  const { text } = written((log) => {
    for (const name of names) {
      log.info('top', { [name]: secret })
      log.info('below', { request: { [name]: secret } })
      log.info('headers', { request: { headers: { [name]: secret } } })
      log.error('error', Object.assign(new Error('no'), { [name]: secret }))
    }
    const row = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (token_hash)=(${secret})` })
    log.error('query', row, {})
    log.error('wrapped', new Error('no', { cause: new Error('nor this', { cause: row }) }))
    log.error('several', new AggregateError([row], 'some'), { tried: [{ by: { password: secret } }] })
  })
  expect(text).not.toContain(secret)
  expect(text.split('[redacted]')).toHaveLength(names.length * 4 + 5)
  expect(text).toContain('23505')
})

test('a card number or a session quoted in a sentence is redacted, a phone, an amount and an instant are not', () => {
  const { text } = written((log) => {
    log.error(
      'rejected',
      new Error('4111111111111111 is no card; sent with Bearer abcdefghijklmnopqrstuvwxyz0123456789'),
    )
    log.info('code', { phone: '+6281200000001', code: '123456', amount: 1_234_567, at: 1_795_000_000_000 })
  })
  expect(text).not.toMatch(/4111111111111111|abcdefghij/)
  for (const shown of ['+6281200000001', '123456', '1234567', '1795000000000']) expect(text).toContain(shown)
})

test('what was thrown and is no error is told too', () => {
  const { records } = written((log) => {
    log.error('odd', 'a string')
    log.error('nothing', undefined, { network: 'trc20' })
  })
  expect(records).toMatchObject([{ error: { message: "'a string'" } }, { event: 'nothing', network: 'trc20' }])
})
