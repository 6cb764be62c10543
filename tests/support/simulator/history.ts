import { addressSave } from '#protocol/addresses.ts'
import { noticeRead } from '#protocol/messages.ts'
import { claimEarnings, gameSign, redeemCode } from '#protocol/rewards.ts'
import { exchange } from '#protocol/wallet.ts'
import { isOpen, type Command } from '#src/outbox/command.ts'
import { keptMs } from '#src/outbox/drain.ts'
import { createDice, type Dice } from './dice.ts'
import { judge, type Press, type Tap } from './oracle.ts'
import { createPhone, type Making, type OpenTab, type Phone } from './phone.ts'
import { calm, createServer, type Server, type ServerFaults } from './server.ts'
import { createWorld, type World } from './world.ts'

export interface Verdict {
  seed: number
  /** What went wrong, one sentence each; empty when all is well. */
  faults: string[]
  taps: number
  effects: number
}

/** What a finger did, and the promise of a word on it. */
export type Tapped = Tap & { saving: Promise<Command> }

/** Another server than the model, with taps that it serves. */
export interface Stage {
  server(world: World, dice: Dice, faults: ServerFaults): Server
  tap(scene: Scene, tab: OpenTab): Tapped
  /** Fills in what the server has done, and says what is wrong with it beside what the oracle finds. */
  finish(scene: Scene, written: ReadonlyMap<string, Command>): Promise<string[]>
}

export interface Scene {
  world: World
  dice: Dice
  server: Server
  phone: Phone
  taps: Tap[]
  /** Foreground commands, and what the member was told of each. */
  presses: Press[]
  /** Commands that a member asked to cancel; some were on their way by then. */
  cancelling: Set<string>
  tap: Stage['tap']
}

const model: Stage = { server: createServer, tap: tapModel, finish: async () => [] }

const year = 365 * 24 * 60 * 60_000
const hour = 60 * 60_000

/** Lives through one history: taps and mishaps by chance, then everything heals, then the books are compared. */
export async function live(
  seed: number,
  change: Partial<Making> = {},
  stage: (world: World) => Stage = () => model,
): Promise<Verdict> {
  const dice = createDice(seed)
  const world = createWorld()
  const on = stage(world)
  const server = on.server(world, dice, weather(dice))
  const written = new Map<string, Command>()
  const faults: string[] = []
  const onWrite = (row: Command) => {
    const isRenewed = written.get(row.id)?.state === 'inflight'
    written.set(row.id, row)
    if (row.state === 'inflight' && !isRenewed && phone.disk(row.uid).isSuspended)
      faults.push(`${row.id} was begun after the outbox was sealed`)
    change.trace?.(
      world.now(),
      row.uid,
      row.lane,
      row.seq,
      row.id.slice(-4),
      row.state,
      row.attempt,
      row.lease?.owner ?? '',
      row.waiting ?? '',
      row.reply ?? '',
      row.args,
    )
  }
  const phone: Phone = createPhone(world, dice, server, { hasLocks: dice.chance(0.8), onWrite, ...change })
  const scene: Scene = { world, dice, server, phone, taps: [], presses: [], cancelling: new Set(), tap: on.tap }

  for (let i = dice.whole(1, 3); i > 0; i--) phone.open()
  for (let i = dice.whole(3, 25); i > 0; i--) {
    const what = happen(scene)
    change.trace?.(world.now(), what)
    await world.pass(dice.pick([1, 3, 20, 400, 5000, 70_000]))
  }
  await heal(scene)
  phone.closeAll()
  faults.push(...(await on.finish(scene, written)))
  const cancelled = new Set([...scene.cancelling].filter((id) => written.get(id)?.state === 'cancelled'))
  return {
    seed,
    faults: [...faults, ...judge({ ...scene, written, cancelled })],
    taps: scene.taps.length,
    effects: server.effects.length,
  }
}

/** Some histories are mild, some are not. */
function weather(dice: Dice): ServerFaults {
  const badness = dice.pick([0, 0.1, 0.3, 0.6])
  const some = () => (dice.chance(0.5) ? dice.next() * badness : 0)
  return {
    lostRequest: some(),
    lostAnswer: some(),
    doubled: some(),
    portal: some(),
    blackHole: some() / 2,
    tooMany: some(),
    errorBefore: some(),
    errorAfter: some(),
    refuses: 0.3,
    slowestMs: dice.pick([20, 500, 20_000]),
  }
}

function happen(scene: Scene): string {
  const { dice, phone } = scene
  // A person taps what answers.
  const awake = phone.tabs.filter((it) => !it.tab.isFrozen())
  const tab = awake.length > 0 ? dice.pick(awake) : phone.open()
  const [what, run] = dice.pick(happenings)
  run(scene, tab)
  return what
}

const happenings: readonly (readonly [string, (scene: Scene, tab: OpenTab) => void])[] = [
  [
    'a tab is killed',
    ({ phone }, tab) => {
      phone.close(tab)
      if (phone.tabs.length === 0) phone.open()
    },
  ],
  [
    'a tab is opened',
    ({ phone }) => {
      if (phone.tabs.length < 5) phone.open()
    },
  ],
  ['a tab is frozen', ({ dice }, { tab }) => tab.freeze(dice.whole(1, 300_000))],
  [
    'the clock jumps',
    ({ dice, phone }) => {
      phone.clockOffset += dice.pick([-year, -hour, -5000, 5000, hour, year])
    },
  ],
  [
    'the weather changes',
    ({ dice, server }) => {
      server.faults = weather(dice)
    },
  ],
  [
    'the disk fails',
    ({ dice, phone }) => {
      phone.faults.fails = dice.pick([0, 0, 0.1, 0.3])
    },
  ],
  [
    'the disk is full',
    ({ dice, phone }) => {
      phone.faults.full = dice.chance(0.3)
    },
  ],
  ['the member signs out', ({ phone }, tab) => phone.signOut(tab)],
  ['someone signs in', ({ dice, phone }) => phone.signIn(dice.pick(['A', 'A', 'B']))],
  [
    'the session dies',
    ({ dice, phone }) => {
      if (phone.cookie) phone.cookie.isDead = true
      phone.tokenLoss = dice.pick([0, 0.2, 1])
    },
  ],
  ['cancel', cancelSomething],
  ['retry now', (_, { outbox }) => void outbox.retryNow().catch(() => {})],
  ['the network is back', (_, { outbox }) => void outbox.drain(true)],
  ...Array.from({ length: 8 }, () => ['tap', tapSomething] as const),
  ...Array.from({ length: 3 }, () => ['press', press] as const),
  [
    'two tabs press at once',
    (scene) => {
      for (const tab of scene.phone.tabs.slice(0, 2)) press(scene, tab)
    },
  ],
]

function tapSomething(scene: Scene, tab: OpenTab): void {
  const { phone, taps, tap } = scene
  // Without a session the door refuses: there is nobody to keep it for.
  if (!phone.cookie || phone.cookie.uid !== tab.outbox.memberId) return
  const tapped = tap(scene, tab)
  taps.push(tapped)
  void (async () => {
    tapped.acknowledged = await tapped.saving
  })().catch(() => {
    tapped.isRejected = true
  })
}

/**
 * Something that moves money, done while the member looks on. Where it can't be kept, some want it sent all the same.
 */
function press({ dice, phone, presses }: Scene, { outbox }: OpenTab): void {
  if (!phone.cookie || phone.cookie.uid !== outbox.memberId) return
  const it: Press = { uid: outbox.memberId, amount: 100 + presses.length, isUnsaved: false, told: undefined }
  presses.push(it)
  const args = { from: 'income', to: 'recharge', amount: it.amount } as const
  void (async () => {
    let sent = await outbox.send(exchange, args, {})
    if (sent.kind === 'notSaved' && dice.chance(0.5)) {
      it.isUnsaved = true
      sent = await outbox.send(exchange, args, {}, true)
    }
    it.told = sent.kind
  })()
}

function tapModel(scene: Scene, tab: OpenTab): Tapped {
  const { dice, taps } = scene
  const { outbox } = tab
  const number = taps.length
  const tap = { uid: outbox.memberId, mark: `detail ${number}` }
  switch (dice.whole(0, 5)) {
    case 0:
      return { ...tap, path: gameSign.path, saving: outbox.enqueue(gameSign, {}) }
    case 1:
      return { ...tap, path: claimEarnings.path, saving: outbox.enqueue(claimEarnings, { unitId: id(number) }) }
    case 2:
      return { ...tap, path: redeemCode.path, saving: outbox.enqueue(redeemCode, { code: `CODE-${number}` }) }
    case 3:
      return {
        ...tap,
        path: redeemCode.path,
        saving: outbox.enqueue(redeemCode, { code: `AFTER-${number}` }, { dependsOn: lastSaved(scene, tab) }),
      }
    case 4:
      return {
        ...tap,
        path: noticeRead.path,
        mark: id(number),
        saving: outbox.enqueue(noticeRead, { ids: [id(number)] }),
      }
    default:
      return tapAddress(scene, tab, id(dice.whole(1, 2)), 'jakarta')
  }
}

/** The command saved last by the member of a tab. */
export function lastSaved({ taps }: Scene, { outbox }: OpenTab): string | undefined {
  return taps.filter((it) => it.uid === outbox.memberId && it.acknowledged).at(-1)?.acknowledged?.id
}

/** An edit of one of the member's addresses, as the screen would make it. */
export function tapAddress(
  { dice, phone, server, taps }: Scene,
  { outbox }: OpenTab,
  address: string,
  regionId: string,
): Tapped {
  const uid = outbox.memberId
  const mark = `detail ${taps.length}`
  // What the screen shows may be what was true before the edits that are under way, or were applied within a day.
  const version = server.addresses.get(`${uid} ${address}`)?.version ?? 0
  const edits = [...phone.disk(uid).rows.values()].filter((row) => row.args['id'] === address)
  const missed = edits.length > 0 ? dice.whole(0, 1) : 0
  const now = phone.clock.now()
  const isRecent = edits.some(
    (row) => isOpen(row) || (row.state === 'applied' && now - (row.settledAt ?? now) <= keptMs),
  )
  const seen = Math.max(0, version - (isRecent ? missed : 0))
  const fields = { id: address, recipient: 'Ayu', phone: '+6281200000001', regionId, detail: mark, isDefault: false }
  return {
    uid,
    mark,
    path: addressSave.path,
    address,
    saving: outbox.enqueue(addressSave, { ...fields, basedOn: seen === 0 ? null : seen }),
  }
}

function id(n: number): string {
  return `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

function cancelSomething({ dice, cancelling }: Scene, { outbox }: OpenTab): void {
  const queued = outbox.commands.getSnapshot().filter((row) => row.state === 'queued')
  if (queued.length === 0) return
  const { id } = dice.pick(queued)
  cancelling.add(id)
  void outbox.cancel(id).catch(() => {})
}

/** The network comes back, the disk has room, each member signs in once more; and time passes. */
async function heal({ world, phone, server }: Scene): Promise<void> {
  server.faults = { ...calm }
  phone.faults.fails = 0
  phone.faults.full = false
  phone.tokenLoss = 0
  for (const uid of ['A', 'B']) {
    phone.signIn(uid)
    phone.open()
    await world.pass(3 * hour)
  }
}
