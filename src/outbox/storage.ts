import type { Command, Lease } from './command.ts'

/** Where a member's commands are kept. Every writing method resolves when the change is on the disk, not before. */
export interface OutboxStorage {
  /** Every command, in order of `seq`; those that can't be read are shown as quarantined. */
  rows(): Promise<Command[]>
  /**
   * One atomic step on one row. Undefined where the row is gone, can't be read, or `step` says that there is nothing
   * to do; otherwise the row as written.
   */
  update(id: string, step: (row: Command) => Command | undefined): Promise<Command | undefined>
  /**
   * Like `update`, unless the outbox is suspended; looked at in the same step, so that a tab which slept in between
   * sends nothing.
   */
  claim(id: string, step: (row: Command) => Command | undefined): Promise<Command | undefined>
  /**
   * One atomic step that adds a row, or changes one of the same kind. `make` gets the next number of the sequence and
   * the rows for which `isSame` is true; it may be called twice, so it must be pure. Undefined where `make` adds
   * nothing.
   */
  append(
    isSame: ((row: Command) => boolean) | undefined,
    make: (seq: number, same: readonly Command[]) => Command | undefined,
  ): Promise<Command | undefined>
  remove(ids: readonly string[]): Promise<void>
  /**
   * One atomic step that removes the rows whose ids `choose` returns; it gets all rows, as `rows` gives them,
   * and may be called twice.
   */
  prune(choose: (rows: readonly Command[]) => readonly string[]): Promise<void>
  /** True from signing out until the same member signs in again: nothing is sent. */
  isSuspended(): Promise<boolean>
  setSuspended(suspended: boolean): Promise<void>
  /** One atomic step on the drainer's lease; returns what it is afterwards. For browsers without Web Locks. */
  lease(step: (held: Lease | undefined) => Lease | undefined): Promise<Lease | undefined>
  /** Calls `listener` after any change, made here or in another tab. */
  watch(listener: () => void): () => void
  /** Stops hearing of other tabs. What is under way ends all the same. */
  close(): void
}
