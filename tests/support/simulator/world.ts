/** Virtual time: things happen in order of their time, and nothing happens between them. */
export interface World {
  /** Milliseconds since the beginning; it only goes forward. */
  now(): number
  /** Has `run` happen after `ms`; returns how to call it off. */
  after(ms: number, run: () => void): () => void
  /** Real work that time must wait for: a database that keeps its own time. */
  hold(work: Promise<unknown>): void
  /** Lets time pass until nothing is left to happen or `ms` have gone by. */
  pass(ms: number): Promise<void>
}

interface Happening {
  at: number
  order: number
  run: () => void
  isOff: boolean
}

export function createWorld(): World {
  const heap: Happening[] = []
  let time = 0
  let count = 0
  const held = new Set<Promise<unknown>>()

  /** Until every promise that can go on without time passing has gone on. */
  async function settled(): Promise<void> {
    do {
      if (held.size > 0) await Promise.allSettled(held)
      await nextTurn()
    } while (held.size > 0)
  }

  return {
    now: () => time,
    after(ms, run) {
      const happening = { at: time + Math.max(0, ms), order: count++, run, isOff: false }
      push(heap, happening)
      return () => {
        happening.isOff = true
      }
    },
    hold(work) {
      const settling = work.catch(() => undefined).finally(() => held.delete(settling))
      held.add(settling)
    },
    async pass(ms) {
      const end = time + ms
      await settled()
      while (heap.length > 0 && heap[0]!.at <= end) {
        const next = pop(heap)
        if (next.isOff) continue
        time = next.at
        next.run()
        await settled()
      }
      time = end
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

const isBefore = (a: Happening, b: Happening) => a.at < b.at || (a.at === b.at && a.order < b.order)

function push(heap: Happening[], it: Happening): void {
  let i = heap.push(it) - 1
  for (let up = (i - 1) >> 1; i > 0 && isBefore(it, heap[up]!); i = up, up = (i - 1) >> 1) heap[i] = heap[up]!
  heap[i] = it
}

function pop(heap: Happening[]): Happening {
  const first = heap[0]!
  const last = heap.pop()!
  if (heap.length === 0) return first
  let i = 0
  for (;;) {
    let down = 2 * i + 1
    if (down >= heap.length) break
    if (down + 1 < heap.length && isBefore(heap[down + 1]!, heap[down]!)) down++
    if (!isBefore(heap[down]!, last)) break
    heap[i] = heap[down]!
    i = down
  }
  heap[i] = last
  return first
}
