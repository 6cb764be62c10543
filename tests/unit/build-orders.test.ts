import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BuildModel, buildNames, type BuildEvent } from '#tests/support/build-model.ts'

const deploys = buildNames.map((name) => `deploy ${name}` as const)
const inOrder: readonly BuildEvent[] = [...deploys, 'arrive', 'reload', 'take']
const depth = 5

/** Runs a history from the start. Resolves with whether its last event could happen. */
async function run(history: readonly BuildEvent[]): Promise<boolean> {
  const model = new BuildModel()
  await model.begin()
  let hasHappened = false
  for (const [index, event] of history.entries()) {
    const before = history.slice(0, index + 1).join(', ')
    hasHappened = await model.happen(event)
    const faults = await model.faults()
    if (event === 'take' && hasHappened && model.tabsLeftBehind() > 0)
      faults.push('a tab runs another build than its worker')
    if (faults.length > 0) throw new Error(`after ${before}: ${faults.join('; ')}`)
  }
  return hasHappened
}

test(`updates, reloads, rolling back and forward leave every build whole, in every order of ${depth}`, async () => {
  let count = 0
  let histories: BuildEvent[][] = [[]]
  for (let length = 1; length <= depth; length++) {
    const longer: BuildEvent[][] = []
    for (const history of histories)
      for (const event of inOrder)
        if (await run([...history, event])) {
          longer.push([...history, event])
          count++
        }
    histories = longer
  }
  expect(count).toBeGreaterThan(500)
})

test('longer histories do so too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...inOrder), { minLength: depth + 1, maxLength: 14 }),
      async (history) => {
        await run(history)
      },
    ),
    { numRuns: 500 },
  )
})

const all = fc.constantFrom<BuildEvent>(...inOrder, 'look', 'open tab', 'close tab', 'clear', 'offline', 'online')

test('whatever was emptied, and whenever: once online and loaded again, the app starts without a network', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(all, { maxLength: 25 }), async (history) => {
      const model = new BuildModel()
      await model.begin()
      for (const event of history) await model.happen(event)
      for (const event of ['online', 'arrive', 'look', 'arrive', 'reload'] as const) await model.happen(event)
      expect(await model.faultsOfOfflineStart()).toEqual([])
    }),
    { numRuns: 500 },
  )
})
