import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { httpSender } from '#server/http-sender.ts'
import { startSmsGateway } from '#tests/support/sms-gateway.ts'

const phone = '+6281200000001'
const code = { code: '482913', purpose: 'register', words: '482913 is "yours" \\ now' }

describe('texts by HTTP', () => {
  let gateway: Awaited<ReturnType<typeof startSmsGateway>>
  beforeAll(async () => {
    gateway = await startSmsGateway()
  })
  beforeEach(() => {
    gateway.plan.length = 0
    gateway.posted.length = 0
  })
  afterAll(() => gateway.close())

  function senderWith(env: Record<string, string> = {}) {
    const { sms } = readConfig({ DEMO: '0', SMS_URL: gateway.url, ...env })
    return httpSender(sms!, { timeoutMs: 150, pausesMs: [1, 2, 4] })
  }
  const messageOf = (cause: unknown) => (cause as Error).message

  test('a code is posted once, as JSON, with the headers of the configuration', async () => {
    await senderWith({ SMS_HEADERS: '{"Authorization":"Bearer s3cret"}' }).send(phone, code)
    expect(gateway.posted).toHaveLength(1)
    const [{ body, headers }] = gateway.posted as [(typeof gateway.posted)[0]]
    expect(JSON.parse(body)).toEqual({ to: phone, text: code.words })
    expect(headers).toMatchObject({ authorization: 'Bearer s3cret', 'content-type': 'application/json' })
  })

  test('a form is filled in as forms are, and a phone may go without its plus', async () => {
    const env = {
      SMS_HEADERS: '{"content-type":"application/x-www-form-urlencoded"}',
      SMS_BODY: 'from=Volt&number={digits}&message={text}',
    }
    await senderWith(env).tell(phone, 'a & b = {phone}')
    const form = new URLSearchParams(gateway.posted[0]?.body)
    expect(Object.fromEntries(form)).toEqual({ from: 'Volt', number: '6281200000001', message: 'a & b = {phone}' })
  })

  test('a gateway that fails, breaks off and is silent at first is asked again under one key', async () => {
    gateway.plan.push(500, 'cut', 'silent')
    await senderWith().send(phone, code)
    expect(gateway.posted).toHaveLength(4)
    expect(new Set(gateway.posted.map((it) => it.headers['idempotency-key'])).size).toBe(1)
    expect(new Set(gateway.posted.map((it) => it.body)).size).toBe(1)
  })

  test.each([
    { name: '500 for ever', plan: [500, 503, 500, 429], tries: 4, says: 'the SMS gateway answered 429' },
    { name: 'silence', plan: ['silent', 'silent', 'silent', 'silent'] as const, tries: 4, says: 'silent for 150 ms' },
    { name: 'a refusal', plan: [400], tries: 1, says: 'the SMS gateway answered 400' },
    { name: 'a redirect', plan: [302], tries: 1, says: 'the SMS gateway answered 302' },
  ])('$name is an error that says nothing of the text', async ({ plan, tries, says }) => {
    gateway.plan.push(...plan)
    const failed = await senderWith()
      .send(phone, code)
      .then(
        () => undefined,
        (cause: unknown) => cause,
      )
    expect(gateway.posted).toHaveLength(tries)
    expect(messageOf(failed)).toContain(says)
    const told = JSON.stringify(failed, Object.getOwnPropertyNames(failed)) + String((failed as Error).cause)
    for (const secret of [code.code, phone, 'in-the-address']) expect(told).not.toContain(secret)
  })

  test('nobody there is an error, not an endless wait', async () => {
    const gone = await startSmsGateway()
    await gone.close()
    await expect(senderWith({ SMS_URL: gone.url }).send(phone, code)).rejects.toThrow('out of reach')
  })

  test('a gateway that is down is asked hardly more often than there are texts', async () => {
    const sender = senderWith()
    gateway.plan.push(...Array.from({ length: 400 }, () => 500))
    for (let n = 0; n < 100; n++) await sender.send(phone, code).catch(() => undefined)
    expect(gateway.posted).toHaveLength(120)
    gateway.plan.length = 0
    for (let n = 0; n < 10; n++) await sender.send(phone, code)
    // Texts that arrive earn retries again.
    gateway.plan.push(500)
    await sender.send(phone, code)
  })

  test('a hundred that hang are the most that wait', async () => {
    const sender = senderWith()
    gateway.plan.push(...Array.from({ length: 500 }, () => 'silent' as const))
    const all = await Promise.all(Array.from({ length: 130 }, () => sender.send(phone, code).then(() => '', messageOf)))
    expect(all.filter((it) => it.includes('too many texts'))).toHaveLength(30)
  })
})

test.each([
  { SMS_URL: 'http://sms.example/send' },
  { SMS_URL: 'nowhere' },
  { SMS_URL: 'https://me:s3cret@sms.example' },
  { SMS_HEADERS: '["s3cret"]' },
  { SMS_HEADERS: '{"authorization": "s3cret' },
  { SMS_HEADERS: '{"content-type":"text/s3cret"}' },
  { SMS_BODY: '{"to":"{phone}"}' },
  { SMS_BODY: '{"text":"{text}"}' },
  { SMS_BODY: '{"to":{phone},"text":{text}}' },
])('a gateway that can not be meant is refused by name, without its value: %o', (env) => {
  const read = () => readConfig({ DEMO: '0', SMS_URL: 'https://sms.example/send', ...env })
  expect(read).toThrow(/^SMS_/)
  expect(read).not.toThrow('s3cret')
})

test('a demonstration has no gateway, and what DEMO says is 0 or 1', () => {
  expect(() => readConfig({ SMS_URL: 'https://sms.example/send' })).toThrow('SMS_URL needs DEMO=0')
  expect(() => readConfig({ VISITOR_PAGE: 'no' })).toThrow('VISITOR_PAGE is neither 0 nor 1: no')
  expect(() => readConfig({ DEMO: 'false' })).toThrow('DEMO is neither 0 nor 1: false')
  expect([readConfig({}).demo, readConfig({ DEMO: '1' }).demo, readConfig({ DEMO: '0' }).demo]).toEqual([
    true,
    true,
    false,
  ])
})
