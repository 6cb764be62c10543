import { parentPort, workerData } from 'node:worker_threads'
import { live } from './history.ts'
import type { Tally } from './many.ts'

const { first, count, step } = workerData as { first: number; count: number; step: number }
const reportEvery = 500

let part = nothing()
for (let i = 0; i < count && part.failures.length === 0; i++) {
  const verdict = await live(first + i * step)
  part.histories++
  part.taps += verdict.taps
  part.effects += verdict.effects
  if (verdict.faults.length > 0) part.failures.push(verdict)
  if (part.histories >= reportEvery) tell()
}
tell()

function tell() {
  const told = part
  if (part.failures.length === 0) part = nothing()
  parentPort?.postMessage(told)
}

function nothing(): Tally {
  return { histories: 0, taps: 0, effects: 0, failures: [] }
}
