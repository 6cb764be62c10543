import { isOutsideUrl } from './outside-url.ts'
import { bodyOf } from './tron-address.ts'

/** A server of TRON's HTTP API. */
export interface TronSource {
  url: string
  key: string | undefined
}

/**
 * How to reach TRON, and which token counts. A transfer is final after `confirmations` blocks, once its block is
 * solidified, and where there is a second source, once that one says the same.
 */
export interface TronConfig extends TronSource {
  second: TronSource | undefined
  contract: string
  confirmations: number
}

/** USDT's on the main net. */
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** Undefined where none is set up. Throws with the variable's name. */
export function readTron(env: Readonly<Record<string, string | undefined>>): TronConfig | undefined {
  const url = env['TRONGRID_URL']
  const second = env['TRON_SECOND_URL']
  if (!url) {
    if (second) throw new Error('TRON_SECOND_URL needs TRONGRID_URL, which it confirms: https://api.trongrid.io')
    return undefined
  }
  // A member could not tell real money from demonstration money.
  if (env['DEMO'] !== '0') throw new Error('TRONGRID_URL needs DEMO=0: a demonstration takes no real funds')
  checkSource('TRONGRID_URL', url)
  if (second) checkSource('TRON_SECOND_URL', second)
  if (second && new URL(second).host === new URL(url).host)
    throw new Error('TRON_SECOND_URL is the same server as TRONGRID_URL: it could confirm nothing')
  const confirmations = Number(env['TRON_CONFIRMATIONS'] || 20)
  if (!Number.isInteger(confirmations) || confirmations < 1 || confirmations > 1000)
    throw new Error(`TRON_CONFIRMATIONS is not a number of blocks: ${env['TRON_CONFIRMATIONS']}`)
  return {
    url,
    key: env['TRONGRID_KEY'] || undefined,
    second: second ? { url: second, key: env['TRON_SECOND_KEY'] || undefined } : undefined,
    contract: readContract(env['TRON_USDT_CONTRACT'] || usdt),
    confirmations,
  }
}

/** What a source says becomes money: nobody on the way may change it. */
function checkSource(name: string, url: string): void {
  if (!isOutsideUrl(url)) throw new Error(`${name} must be an https address without a password`)
}

function readContract(text: string): string {
  try {
    bodyOf(text)
    return text
  } catch {
    throw new Error(`TRON_USDT_CONTRACT is not an address of TRON, as in: ${usdt}`)
  }
}
