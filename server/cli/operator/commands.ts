import type { Command } from './command.ts'
import { accountCommands } from './accounts.ts'
import { articleCommands } from './articles.ts'
import { backupCommands } from './backups.ts'
import { bannerCommands } from './banners.ts'
import { bookCommands } from './books.ts'
import { cardCommands } from './cards.ts'
import { catalogueCommands } from './catalogue.ts'
import { contractCommands } from './contracts.ts'
import { couponCommands } from './coupons.ts'
import { custodyCommands } from './custody.ts'
import { distributionCommands } from './distributing.ts'
import { feedKeyCommands } from './feed-keys.ts'
import { fundCommands } from './funds.ts'
import { gameCommands } from './games.ts'
import { gbfsCommands } from './gbfs.ts'
import { giftCodeCommands } from './gift-codes.ts'
import { keyCommands } from './keys.ts'
import { machineCommands } from './machines.ts'
import { memberCommands } from './members.ts'
import { operatorCommands } from './operators.ts'
import { pointsMallCommands } from './points-mall.ts'
import { positionCommands } from './positions.ts'
import { quizCommands } from './quiz.ts'
import { railCommands } from './rails.ts'
import { rateCommands } from './rates.ts'
import { revenueCommands } from './revenue.ts'
import { reversalCommands } from './reversals.ts'
import { securityCommands } from './security.ts'
import { settingCommands } from './settings.ts'
import { stationCommands } from './stations.ts'
import { tariffCommands } from './tariffs.ts'
import { termCommands } from './terms.ts'
import { topUpCommands } from './top-ups.ts'
import { usageCommands } from './usage.ts'
import { withdrawalCommands } from './withdrawals.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...memberCommands,
  ...withdrawalCommands,
  ...cardCommands,
  ...contractCommands,
  ...giftCodeCommands,
  ...gameCommands,
  ...couponCommands,
  ...pointsMallCommands,
  ...catalogueCommands,
  ...machineCommands,
  ...operatorCommands,
  ...revenueCommands,
  ...topUpCommands,
  ...reversalCommands,
  ...feedKeyCommands,
  ...gbfsCommands,
  ...positionCommands,
  ...stationCommands,
  ...tariffCommands,
  ...fundCommands,
  ...custodyCommands,
  ...termCommands,
  ...rateCommands,
  ...railCommands,
  ...articleCommands,
  ...bannerCommands,
  ...quizCommands,
  ...settingCommands,
  ...usageCommands,
  ...keyCommands,
  ...distributionCommands,
  ...securityCommands,
  ...bookCommands,
  ...backupCommands,
]
