import type { Handler } from '../http/handler.ts'
import { addressesCalls } from './addresses/calls.ts'
import { authCalls } from './auth/calls.ts'
import { withProof } from './auth/proof.ts'
import { booksCalls } from './books/calls.ts'
import { cardsCalls } from './cards/calls.ts'
import { contractsCalls } from './contracts/calls.ts'
import { depositsCalls } from './deposits/calls.ts'
import { homeCalls } from './home/calls.ts'
import { levelsCalls } from './levels/calls.ts'
import { machinesCalls } from './machines/calls.ts'
import { messagesCalls } from './messages/calls.ts'
import { ordersCalls } from './orders/calls.ts'
import { productsCalls } from './products/calls.ts'
import { rewardsCalls } from './rewards/calls.ts'
import { settingsCalls } from './settings/calls.ts'
import { pushCalls } from './settings/push-calls.ts'
import { walletCalls } from './wallet/calls.ts'

/** Every call this server serves; the rest of the table answers "not built yet". */
export const served: readonly Handler[] = [
  ...addressesCalls,
  ...authCalls,
  ...booksCalls,
  ...cardsCalls,
  ...contractsCalls,
  ...depositsCalls,
  ...homeCalls,
  ...levelsCalls,
  ...machinesCalls,
  ...messagesCalls,
  ...ordersCalls,
  ...productsCalls,
  ...rewardsCalls,
  ...settingsCalls,
  ...pushCalls,
  ...walletCalls,
].map(withProof)
