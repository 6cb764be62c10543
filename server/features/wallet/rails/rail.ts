/** A transfer to one of our addresses, as a rail sees it now. */
export interface Seen {
  /** The rail's own name for it, the same for ever: what makes it count once. */
  externalId: string
  /** Smallest units of the asset, above 0. */
  value: number
  /** How many blocks, its own included, stand on it. 0 where it is in none yet. */
  confirmed: number
  at: string
}

/** A way for money to come in. What a rail does not name (any more) has not happened. */
export interface Rail {
  asset: string
  network: string
  decimals: number
  /** So many confirmations make a transfer final. */
  confirmations: number
  /** True where no real funds can arrive. */
  demo: boolean
  /** Makes an address of its own at need; null where the operator's stock is to be used. */
  mintAddress: (() => string) | null
  /** Throws where an address can't be one of this rail's. */
  checkAddress(address: string): void
  /** Transfers of the asset to an address since an instant, each once, but those in `final`: nobody asks for them any more. Throws when the rail can't be asked. */
  transfersTo(address: string, since: string, final: ReadonlySet<string>): Promise<Seen[]>
}
