/** Functions that run in the page; they know databases and tables by name only. */

/** Bytes of JSON in both caches of whoever is signed in. */
export async function sizes(): Promise<{ boot: number; store: number }> {
  const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open(`voltfolio-${memberId}`)
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error ?? new Error('not opened'))
  })
  const all = (store: string) =>
    new Promise<unknown[]>((done, fail) => {
      const asked = database.transaction(store).objectStore(store).getAll()
      asked.onsuccess = () => done(asked.result)
      asked.onerror = () => fail(asked.error ?? new Error('not read'))
    })
  const rows = [...(await all('answers')), ...(await all('entries'))]
  database.close()
  return {
    boot: bytes(localStorage.getItem(`voltfolio-boot-${memberId}`) ?? ''),
    store: rows.reduce<number>((sum, row) => sum + bytes(JSON.stringify(row)), 0),
  }
}

/** Replaces the cached messages by `count` others. */
export async function fillMessages(count: number): Promise<void> {
  const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open(`voltfolio-${memberId}`)
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error ?? new Error('not opened'))
  })
  await new Promise<void>((done, fail) => {
    const transaction = database.transaction(['entries', 'lists'], 'readwrite')
    const [entries, lists] = [transaction.objectStore('entries'), transaction.objectStore('lists')]
    const list = 'mallNotice/noticeList'
    entries.delete(IDBKeyRange.bound([list], [`${list}\u0000`]))
    let newest: { id: string; at: string } | null = null
    for (let n = 0; n < count; n += 1) {
      const at = new Date(1_760_000_000_000 + n * 60_000).toISOString()
      const id = `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
      newest = { id, at }
      entries.put({
        v: 1,
        list,
        at,
        id,
        item: {
          id,
          at,
          readAt: at,
          title: `Your machine ${n} earned`,
          line: `A message about machine ${n}, settled for the day before; it was out ${n % 9} times.`,
          route: '/subPages/product/myProduct',
        },
      })
    }
    lists.put({ v: 1, list, state: { gaps: [], newest, at: Date.now(), reviewedAt: Date.now(), top: { unread: 0 } } })
    transaction.oncomplete = () => done()
    transaction.onabort = () => fail(transaction.error ?? new Error('not written'))
  })
  database.close()
}

/** Puts `count` commands into the outbox, as taps would; the server answers them without any effect. */
export async function fillQueue(count: number): Promise<void> {
  const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open(`voltfolio-${memberId}`)
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error ?? new Error('not opened'))
  })
  await new Promise<void>((done, fail) => {
    const transaction = database.transaction(['commands', 'meta'], 'readwrite')
    for (let seq = 1; seq <= count; seq += 1) {
      transaction.objectStore('commands').put({
        v: 1,
        id: crypto.randomUUID(),
        lane: 'messages',
        call: 'mallNotice/readAll',
        args: { before: new Date().toISOString() },
        uid: memberId,
        madeAt: new Date().toISOString(),
        seq: seq + 1000,
        state: 'queued',
        attempt: 0,
        lease: null,
        minCode: 0,
      })
    }
    transaction.objectStore('meta').put({ name: 'sequence', value: count + 1000 })
    transaction.oncomplete = () => done()
    transaction.onabort = () => fail(transaction.error ?? new Error('not written'))
  })
  database.close()
}

/** True once `count` commands are confirmed. */
export async function areApplied(count: number): Promise<boolean> {
  const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
  return new Promise((done) => {
    const opening = indexedDB.open(`voltfolio-${memberId}`)
    opening.onerror = () => done(false)
    opening.onsuccess = () => {
      const counted = opening.result.transaction('commands').objectStore('commands').index('state').count('applied')
      counted.onsuccess = () => {
        opening.result.close()
        done(counted.result >= count)
      }
    }
  })
}
