/**
 * The currency of every member's wallets, of the machines' revenue and of the operator's own money. Accounts, bills and
 * settings carry their currency in their rows; this is what new ones are opened in.
 */
export const booksCurrency = 'USD'
