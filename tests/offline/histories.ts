import { live } from '#tests/support/simulator/history.ts'
import { liveMany, replayOf } from '#tests/support/simulator/many.ts'

/** `npm run histories`: HISTORIES many (20,000), from SEED on (1); TRACE=1 tells every step of each. */
const count = Number(process.env.HISTORIES ?? 20_000)
const first = Number(process.env.SEED ?? 1)
const begun = performance.now()

if (process.env.TRACE === '1') {
  for (let seed = first; seed < first + count; seed++) {
    const verdict = await live(seed, { trace: (...what) => console.log(...what) })
    console.log(verdict.faults.length === 0 ? `seed ${seed}: all is well` : replayOf(verdict))
    if (verdict.faults.length > 0) process.exitCode = 1
  }
} else {
  let next = 0
  const sum = await liveMany(first, count, ({ histories, taps, effects }) => {
    if (histories < next) return
    next += Math.max(5000, count / 20)
    console.log(
      `${histories} histories, ${taps} taps, ${effects} effects, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    )
  })
  for (const verdict of sum.failures) console.log(replayOf(verdict))
  console.log(
    `${sum.histories} histories from seed ${first} on, ${sum.taps} taps, ${sum.effects} effects, ${sum.failures.length} went wrong, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  if (sum.failures.length > 0) process.exitCode = 1
}
