/** A transfer to one of our addresses, as the rail reports it now. */
export interface Seen {
  /** The rail's own id of the transfer, which never changes: it makes the transfer count once. */
  externalId: string
  /** Smallest units of the asset, above 0. */
  value: number
  /** How many blocks confirm it, its own included; 0 while it is in none. */
  confirmed: number
  at: string
}

/** What a rail reports of an address. */
export interface Look {
  transfers: readonly Seen[]
  /** Transfers from this instant on were too many to be told at once; null where all are told. */
  through: string | null
  /** Transfers that sources of the rail don't agree on. They are in `transfers`, and not final. */
  disputed: readonly string[]
}

/** A payment rail: a way for money to come in. A transfer that the rail no longer reports did not happen. */
export interface Rail {
  asset: string
  network: string
  decimals: number
  /** So many confirmations make a transfer final. */
  confirmations: number
  /** True where no real funds can arrive. */
  demo: boolean
  /** Makes a new address; null where addresses come from the operator's stock. */
  mintAddress: (() => string) | null
  /** Throws where an address can't be one of this rail's. */
  checkAddress(address: string): void
  /**
   * Transfers of the asset to an address since an instant, except those in `final`, which need no further check. Throws
   * when the rail can't be reached.
   */
  transfersTo(address: string, since: string, final: ReadonlySet<string>): Promise<Look>
  /**
   * What some addresses hold together, in the asset's smallest units, as far as nobody can undo it; null where there is
   * no chain to ask. Throws where the rail can't be reached, and where two sources don't agree.
   */
  holdings: ((addresses: readonly string[]) => Promise<bigint>) | null
}
