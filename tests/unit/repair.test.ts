import { expect, test } from 'vitest'
import { later } from '#tests/support/fake-transport.ts'
import { createRepair, type RepairSteps } from '../../sw/repair.ts'

function repairWith(steps: Partial<RepairSteps> = {}) {
  const log: string[] = []
  const clock = { now: 0 }
  const repair = createRepair({
    isComplete: async () => false,
    fill: async () => void log.push('fill'),
    update: async () => log.push('update'),
    onFailure: (failure) => log.push(String(failure)),
    onEnd: (isComplete) => log.push(isComplete ? 'whole' : 'not whole'),
    now: () => clock.now,
    ...steps,
  })
  return { repair, log, clock }
}

test('fills what is missing, and says that the cache is whole', async () => {
  const { repair, log } = repairWith()
  expect(await repair.now()).toBe(true)
  expect(log).toEqual(['fill', 'whole'])
})

test('does nothing to a cache that is whole', async () => {
  const { repair, log } = repairWith({ isComplete: async () => true })
  expect(await repair.now()).toBe(true)
  expect(log).toEqual([])
})

test('a file that cannot be had makes it look for a newer build', async () => {
  const { repair, log } = repairWith({ fill: () => Promise.reject(new Error('gone')) })
  expect(await repair.now()).toBe(false)
  expect(log).toEqual(['Error: gone', 'not whole', 'update'])
})

test('never rejects, not even where the browser refuses everything', async () => {
  const refuse = () => Promise.reject(new Error('no'))
  const { repair, log } = repairWith({ isComplete: refuse })
  expect(await repair.now()).toBe(false)
  expect(log).toEqual(['Error: no'])
  const all = repairWith({ fill: refuse, update: refuse })
  expect(await all.repair.now()).toBe(false)
  expect(all.log).toEqual(['Error: no', 'not whole', 'Error: no'])
})

test('makes one attempt at a time, whoever asks', async () => {
  const slow = later<void>()
  let fills = 0
  const { repair } = repairWith({
    fill: () => {
      fills++
      return slow.promise
    },
  })
  const all = Promise.all([repair.now(), repair.now(), repair.soon()])
  slow.resolve()
  expect(await all).toEqual([true, true, true])
  expect(fills).toBe(1)
})

test('requests by the dozen make one attempt a minute, an occasion makes one at once', async () => {
  let fills = 0
  const { repair, clock } = repairWith({
    fill: () => {
      fills++
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  for (let request = 0; request < 12; request++) await repair.soon()
  expect(fills).toBe(1)
  await repair.now()
  expect(fills).toBe(2)
  clock.now = 59_999
  await repair.soon()
  expect(fills).toBe(2)
  clock.now = 60_000
  await repair.soon()
  expect(fills).toBe(3)
})
