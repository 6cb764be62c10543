import { afterEach, describe, expect, test } from 'vitest'
import { addressDelete, addressSave } from '#protocol/addresses.ts'
import { noticeRead } from '#protocol/messages.ts'
import { claimEarnings, gameSign, signList } from '#protocol/rewards.ts'
import { pushChoose, updateProfile, uploadAvatar } from '#protocol/settings.ts'
import { rebased } from '#src/outbox/coalescing.ts'
import { setServerAhead } from '#src/lib/server-clock.ts'
import { errnoOf } from '#src/lib/own-reasons.ts'
import type { Command } from '#src/outbox/command.ts'
import { enqueue, NotSaved, type EnqueuePorts, type QueuedArgs } from '#src/outbox/enqueue.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { createDisk, createDiskStorage } from '#tests/support/simulator/disk.ts'
import { createTab } from '#tests/support/simulator/tab.ts'
import { createWorld } from '#tests/support/simulator/world.ts'

afterEach(() => setServerAhead(0))

const id = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => id(from + i))

function outbox({ isFull = false, answers = true } = {}) {
  const world = createWorld()
  const tab = createTab(world)
  const disk = createDisk(() => {})
  const storage = createDiskStorage(world, tab, disk, createDice(1), { fails: 0, isFull: () => isFull })
  let minted = 0
  const ports: EnqueuePorts = {
    storage: answers ? storage : { ...storage, append: () => new Promise(() => {}) },
    clock: { now: () => 1_800_000_000_000 + world.now() },
    newId: () => id(++minted),
    timer: (run, ms) => tab.after(ms, run),
    uid: 'A',
    appCode: 1709,
  }
  async function settled<T>(work: Promise<T>): Promise<T> {
    await Promise.all([work.catch(() => {}), world.pass(20_000)])
    return work
  }
  return { world, disk, ports, settled }
}

const address = {
  id: id(99),
  basedOn: 3,
  recipient: 'Ayu',
  phone: '+6281200000001',
  regionId: 'jakarta',
  detail: 'Jalan 1',
  isDefault: false,
}

describe('bytes beside a command', () => {
  const bytes = (...them: number[]) => new Uint8Array(them)

  test('are on the disk with it; a picture chosen anew before it was sent takes its place', async () => {
    const { disk, ports, settled } = outbox()
    const first = await settled(enqueue(ports, uploadAvatar, {}, { body: bytes(1, 2) }))
    expect(disk.rows.get(first.id)).toMatchObject({ call: uploadAvatar.path, body: bytes(1, 2) })
    const second = await settled(enqueue(ports, uploadAvatar, {}, { body: bytes(3) }))
    expect(second).toMatchObject({ id: first.id, body: bytes(3), args: { madeAt: second.madeAt } })
    expect(disk.rows.size).toBe(1)
  })

  test('that are more than their call takes, or beside a call that takes none, are refused at the tap', async () => {
    const { disk, ports, settled } = outbox()
    const many = new Uint8Array((uploadAvatar.mostBodyBytes ?? 0) + 1)
    await expect(settled(enqueue(ports, uploadAvatar, {}, { body: many }))).rejects.toMatchObject({ errno: 413 })
    await expect(settled(enqueue(ports, gameSign, {}, { body: bytes(1) }))).rejects.toMatchObject({ errno: 413 })
    expect(disk.rows.size).toBe(0)
  })

  test('taking the picture away stands by itself: a name edited later does not move it behind a new picture', async () => {
    const { disk, ports, settled } = outbox()
    await settled(enqueue(ports, updateProfile, { avatarId: null }))
    await settled(enqueue(ports, uploadAvatar, {}, { body: bytes(1) }))
    await settled(enqueue(ports, updateProfile, { nickname: 'Sari' }))
    await settled(enqueue(ports, updateProfile, { nickname: 'Dewi' }))
    expect([...disk.rows.values()].map((row) => row.args)).toEqual([
      { avatarId: null, madeAt: expect.any(String) },
      { madeAt: expect.any(String) },
      { nickname: 'Dewi', madeAt: expect.any(String) },
    ])
  })
})

describe('a command', () => {
  test('is on the disk before anyone is told so', async () => {
    const { world, disk, ports } = outbox()
    let isSaved = false
    void enqueue(ports, claimEarnings, {}).finally(() => {
      isSaved = true
    })
    await world.pass(0)
    expect([isSaved, disk.rows.size]).toEqual([false, 0])
    await world.pass(1)
    expect([isSaved, disk.rows.size]).toEqual([false, 1])
    await world.pass(1)
    expect(isSaved).toBe(true)
  })

  test('is not saved where the one it depends on is no longer here', async () => {
    const { disk, ports, settled } = outbox()
    const first = await settled(enqueue(ports, gameSign, {}))
    const second = await settled(enqueue(ports, claimEarnings, {}, { dependsOn: first.id }))
    expect(second).toMatchObject({ dependsOn: first.id, state: 'queued' })
    disk.rows.clear()
    const third = settled(enqueue(ports, claimEarnings, {}, { dependsOn: first.id }))
    await expect(third).rejects.toMatchObject({ kind: 'rejected', errno: errnoOf('dependencyFailed') })
    expect(disk.rows.size).toBe(0)
  })

  test('carries the moment of the tap, its member and its place in the sequence', async () => {
    const { ports, settled } = outbox()
    await settled(enqueue(ports, claimEarnings, {}))
    const command = await settled(enqueue(ports, gameSign, {}))
    expect(command).toMatchObject({
      lane: 'check-in',
      call: 'game/sign',
      uid: 'A',
      seq: 2,
      state: 'queued',
      attempt: 0,
    })
    expect(command.args).toEqual({ madeAt: command.madeAt })
  })

  test.each([3_600_000, -86_400_000])(
    "is ordered by the server's clock and shown by the device's, which is wrong by %s ms",
    async (ahead) => {
      setServerAhead(ahead, 1_800_000_000_000)
      const { ports, settled } = outbox()
      for (const [call, args] of [
        [updateProfile, { nickname: 'Sari' }],
        [pushChoose, { categories: { news: true } }],
        [gameSign, {}],
      ] as const) {
        const { args: sent, madeAt } = await settled(enqueue(ports, call, args))
        expect(Date.parse(String(sent['madeAt'])) - Date.parse(madeAt)).toBe(ahead)
      }
    },
  )

  test("counts after this device's earlier ones of the same thing, also where the server's clock was heard since", async () => {
    const { ports, settled } = outbox()
    const first = await settled(enqueue(ports, updateProfile, { nickname: 'Sari' }))
    setServerAhead(-3_600_000, 1_800_000_000_000)
    const second = await settled(enqueue(ports, updateProfile, { language: 'en' }))
    expect(second.args['madeAt']).toBe(first.args['madeAt'])
    const merged = await settled(enqueue(ports, updateProfile, { language: 'th' }))
    expect(merged).toMatchObject({ id: second.id, args: { language: 'th', madeAt: first.args['madeAt'] } })
    const other = await settled(enqueue(ports, pushChoose, { categories: { news: true } }))
    expect(String(other.args['madeAt']) < String(first.args['madeAt'])).toBe(true)
  })

  test.each([
    ['applied', true],
    ['cancelled', false],
    ['rejected', false],
  ] as const)('counts after an earlier one that is %s: %s', async (state, isAfter) => {
    const { disk, ports, settled } = outbox()
    const first = await settled(enqueue(ports, updateProfile, { nickname: 'Sari' }))
    disk.rows.set(first.id, { ...first, state, attempt: 1 })
    setServerAhead(-3_600_000, 1_800_000_000_000)
    const second = await settled(enqueue(ports, updateProfile, { nickname: 'Dewi' }))
    expect(second.id).not.toBe(first.id)
    expect(second.args['madeAt'] === first.args['madeAt']).toBe(isAfter)
  })

  test('of which was said that it is not saved is not kept when the store wakes up', async () => {
    const { world, disk, ports, settled } = outbox()
    const awake = Promise.withResolvers<void>()
    const sleepy = {
      ...ports,
      storage: {
        ...ports.storage,
        append: (...asked: Parameters<typeof ports.storage.append>) =>
          awake.promise.then(() => ports.storage.append(...asked)),
      },
    }
    await expect(settled(enqueue(sleepy, noticeRead, { ids: ids(1, 1) }))).rejects.toMatchObject({
      name: 'NotSaved',
      reason: 'storage',
    })
    awake.resolve()
    await world.pass(1000)
    expect(disk.rows.size).toBe(0)
  })

  /** A store that writes at once and says so long after the member was told that it doesn't answer. */
  function slowToAnswer({ world, ports }: ReturnType<typeof outbox>, ms: number): EnqueuePorts {
    const { storage } = ports
    const late = new Promise<void>((done) => void world.after(ms, done))
    const append: typeof storage.append = async (...it) => {
      const saved = await storage.append(...it)
      await late
      return saved
    }
    return { ...ports, storage: { ...storage, append } }
  }

  test('of which was said that it is not saved is taken off a store that had saved it', async () => {
    const it = outbox()
    const saving = enqueue(slowToAnswer(it, 10_000), gameSign, {})
    await expect(it.settled(saving)).rejects.toMatchObject({ name: 'NotSaved', reason: 'storage' })
    expect(it.disk.rows.size).toBe(0)
  })

  test('that became one with an earlier one is saved, also where the store says so late', async () => {
    const it = outbox()
    const first = await it.settled(enqueue(it.ports, noticeRead, { ids: [id(1)] }))
    const saving = enqueue(slowToAnswer(it, 10_000), noticeRead, { ids: [id(2)] })
    expect(await it.settled(saving)).toMatchObject({ id: first.id, args: { ids: [id(1), id(2)] } })
    expect([...it.disk.rows.values()]).toMatchObject([{ id: first.id, args: { ids: [id(1), id(2)] } }])
  })

  test('that cannot be kept says so, and why', async () => {
    const full = outbox({ isFull: true })
    await expect(full.settled(enqueue(full.ports, claimEarnings, {}))).rejects.toMatchObject({
      name: 'NotSaved',
      reason: 'quota',
      command: { call: claimEarnings.path },
    })
    const dead = outbox({ answers: false })
    await expect(dead.settled(enqueue(dead.ports, claimEarnings, {}))).rejects.toBeInstanceOf(NotSaved)
  })

  test('with wrong arguments is refused at the tap, not a day later', async () => {
    const { disk, ports, settled } = outbox()
    await expect(settled(enqueue(ports, claimEarnings, { unitId: 'not an id' }))).rejects.toMatchObject({
      kind: 'rejected',
      errno: 400,
    })
    await expect(settled(enqueue(ports, signList, {}))).rejects.toBeInstanceOf(TypeError)
    expect(disk.rows.size).toBe(0)
  })
})

describe('commands about one thing', () => {
  test('read-marks become one', async () => {
    const { disk, ports, settled } = outbox()
    const first = await settled(enqueue(ports, noticeRead, { ids: [id(1), id(2)] }))
    const second = await settled(enqueue(ports, noticeRead, { ids: [id(2), id(3)] }))
    expect(second.id).toBe(first.id)
    expect([...disk.rows.values()].map((row) => row.args)).toEqual([{ ids: [id(1), id(2), id(3)] }])
  })

  test('read-marks beyond what one request may carry become a second', async () => {
    const { disk, ports, settled } = outbox()
    await settled(enqueue(ports, noticeRead, { ids: ids(0, 60) }))
    await settled(enqueue(ports, noticeRead, { ids: ids(60, 60) }))
    expect(disk.rows.size).toBe(2)
  })

  test('a choice of notifications replaces one of the same things only, so that each keeps its own time', async () => {
    const { world, disk, ports, settled } = outbox()
    const quiet = { isOn: true, from: '22:00', until: '07:00' }
    const made = async (choice: QueuedArgs<typeof pushChoose>) => {
      await world.pass(3_600_000)
      return (await settled(enqueue(ports, pushChoose, choice))).madeAt
    }
    await made({ categories: { income: false } })
    const first = await made({ categories: { income: true, wallet: false } })
    const second = await made({ quiet })
    const third = await made({ categories: { wallet: true } })
    expect(new Set([first, second, third]).size).toBe(3)
    expect([...disk.rows.values()].map((row) => row.args)).toEqual([
      { categories: { income: true, wallet: false }, madeAt: first },
      { quiet, madeAt: second },
      { categories: { wallet: true }, madeAt: third },
    ])
  })

  test('an edit of the profile replaces one of the same fields only, so that each keeps its own time', async () => {
    const { world, disk, ports, settled } = outbox()
    const made = async (edit: QueuedArgs<typeof updateProfile>) => {
      await world.pass(3_600_000)
      return (await settled(enqueue(ports, updateProfile, edit))).madeAt
    }
    const name = await made({ nickname: 'Sari' })
    await made({ language: 'id' })
    const language = await made({ language: 'en', country: 'id' })
    expect([...disk.rows.values()]).toMatchObject([
      { args: { nickname: 'Sari', madeAt: name }, madeAt: name },
      { args: { language: 'en', country: 'id', madeAt: language }, madeAt: language },
    ])
  })

  test('an edit that was never sent is replaced, on the base of the first', async () => {
    const { disk, ports, settled } = outbox()
    await settled(enqueue(ports, addressSave, address))
    await settled(enqueue(ports, addressSave, { ...address, detail: 'Jalan 2', basedOn: 9 }))
    expect([...disk.rows.values()].map((row) => row.args)).toMatchObject([{ detail: 'Jalan 2', basedOn: 3 }])
  })

  test('an edit that was sent is not touched: the server knows its key by its body', async () => {
    const { disk, ports, settled } = outbox()
    const sent = await settled(enqueue(ports, addressSave, address))
    disk.rows.set(sent.id, { ...sent, attempt: 1 } satisfies Command)
    await settled(enqueue(ports, addressSave, { ...address, detail: 'Jalan 2' }))
    expect([...disk.rows.values()].map((row) => row.args['detail'])).toEqual(['Jalan 1', 'Jalan 2'])
  })

  test('an edit does not jump over a deletion', async () => {
    const { disk, ports, settled } = outbox()
    await settled(enqueue(ports, addressSave, address))
    await settled(enqueue(ports, addressDelete, { id: address.id, basedOn: 3 }))
    await settled(enqueue(ports, addressSave, { ...address, basedOn: null }))
    expect([...disk.rows.values()].map((row) => row.call)).toEqual([
      addressSave.path,
      addressDelete.path,
      addressSave.path,
    ])
  })

  test('edits of two addresses stay two', async () => {
    const { disk, ports, settled } = outbox()
    await settled(enqueue(ports, addressSave, address))
    await settled(enqueue(ports, addressSave, { ...address, id: id(98) }))
    expect(disk.rows.size).toBe(2)
  })

  test('an edit follows the version that the one before it made, and never goes back', () => {
    expect(rebased(addressSave.path, { basedOn: null }, { version: 1 })).toEqual({ basedOn: 1 })
    expect(rebased(addressSave.path, { basedOn: 3 }, { version: 4 })).toEqual({ basedOn: 4 })
    expect(rebased(addressSave.path, { basedOn: 7 }, { version: 4 })).toEqual({ basedOn: 7 })
    expect(rebased(addressSave.path, { basedOn: 3 }, undefined)).toEqual({ basedOn: 3 })
    expect(rebased(claimEarnings.path, {}, { version: 4 })).toEqual({})
  })
})
