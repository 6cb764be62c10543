import type { AreaName, CallPath } from '#protocol/calls.ts'
import { accountTexts } from './account.ts'
import { machineTexts } from './machines.ts'
import { moneyTexts } from './money.ts'
import { playTexts } from './play.ts'
import type { CallText } from './text.ts'

/** What every call does, for readers of `openapi.json`. A call that has no text here doesn't compile. */
export const callTexts: Readonly<Record<CallPath, CallText>> = {
  ...accountTexts,
  ...moneyTexts,
  ...machineTexts,
  ...playTexts,
}

/** What the calls of an area are about. */
export const areaTexts: Readonly<Record<AreaName, string>> = {
  addresses: 'Delivery addresses and regions',
  auth: 'Registering, signing in, passwords, passkeys, devices, and the own account',
  cards: 'Bank cards and their bills',
  contracts: 'The work contract and what it pays',
  feed: 'What machines and payment rails report; needs the key of a source',
  games: 'Boxes, lotteries and the pool, with their odds and seeds',
  home: 'The home page, the catalogue’s categories, and operators',
  levels: 'Levels of members',
  locations: 'Where machines were',
  messages: 'Messages to the member',
  news: 'Articles, legal texts and agreements',
  orders: 'Drafts, payments and orders of units',
  pointsmall: 'Goods for gold coins',
  products: 'Machines on offer, and the member’s units',
  reads: 'Several reads in one request',
  rewards: 'Check-ins, claims, gift codes and the quiz',
  salary: 'Weekly pay',
  settings: 'Profile, public settings, pushes and choices',
  statistics: 'Income and use over time',
  team: 'Whom the member invited',
  wallet: 'Balances, bills, top-ups, withdrawals, deposits, and the totals of the books',
}
