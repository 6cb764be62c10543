import type { Handler } from '../http/handler.ts'
import { addressesCalls } from './addresses/calls.ts'
import { authCalls } from './auth/calls.ts'
import { withProof } from './auth/proof.ts'
import { cardsCalls } from './cards/calls.ts'
import { contractsCalls } from './contracts/calls.ts'
import { gamesCalls } from './games/calls.ts'
import { homeCalls } from './home/calls.ts'
import { levelsCalls } from './levels/calls.ts'
import { locationsCalls } from './locations/calls.ts'
import { messagesCalls } from './messages/calls.ts'
import { newsCalls } from './news/calls.ts'
import { ordersCalls } from './orders/calls.ts'
import { pointsmallCalls } from './pointsmall/calls.ts'
import { productsCalls } from './products/calls.ts'
import { readsCalls } from './reads/calls.ts'
import { rewardsCalls } from './rewards/calls.ts'
import { settingsCalls } from './settings/calls.ts'
import { statisticsCalls } from './statistics/calls.ts'
import { teamCalls } from './team/calls.ts'
import { walletCalls } from './wallet/calls.ts'

const areas = [
  addressesCalls,
  authCalls,
  cardsCalls,
  contractsCalls,
  gamesCalls,
  homeCalls,
  levelsCalls,
  locationsCalls,
  messagesCalls,
  newsCalls,
  ordersCalls,
  pointsmallCalls,
  productsCalls,
  readsCalls,
  rewardsCalls,
  settingsCalls,
  statisticsCalls,
  teamCalls,
  walletCalls,
]

/** A handler for every call that this server serves; the other calls of the table answer "not built yet". */
export const served: readonly Handler[] = areas.flat().map(withProof)
