import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Bill } from '#protocol/wallet.ts'
import { dayText } from '../../../lib/date-texts.ts'

/** What a movement was for, in words. The books have codes where a rail paid, bare days, and numbers of units. */
export function useBillSubject(): (bill: Pick<Bill, 'kind' | 'subject' | 'units' | 'machines'>) => string | null {
  const { t, i18n } = useLingui()
  const rails: Record<string, string> = {
    'demo-start': t`Demo starting money`,
    'demo-rail': t`Demo transfer`,
    demo: t`Demo transfer`,
    trc20: 'TRON (TRC20)',
  }
  return ({ kind, subject, units, machines }) => {
    if (units !== undefined && machines !== undefined)
      return machines === 'pile'
        ? t`Charging piles: ${plural(units, { one: '# unit', other: '# units' })}`
        : t`Vehicles: ${plural(units, { one: '# unit', other: '# units' })}`
    if (subject === null) return null
    if (kind === 'topup' && Object.hasOwn(rails, subject)) return rails[subject] ?? subject
    return /^\d{4}-\d\d-\d\d$/.test(subject) ? dayText(subject, i18n.locale) : subject
  }
}

/** The number of a movement's transfer, by which an operator finds it: the first part of its id. */
export function billNumber(id: string): string | undefined {
  try {
    const [number] = JSON.parse(atob(id.replaceAll('-', '+').replaceAll('_', '/'))) as unknown[]
    return typeof number === 'number' ? String(number) : undefined
  } catch {
    return undefined
  }
}
