import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#protocol/contracts.ts'
import { useEducations } from './educations.ts'
import type { ContractFields } from './schema.ts'

/** A field of which something else is signed now. `before` and `after` are as they may be shown. */
export interface ContractChange {
  field: string
  before: string
  after: string
}

/**
 * What an update changes of what was signed last. Numbers are known by their last characters only, so one that ends
 * alike counts as the same. The signature is a new one every time and is not among them.
 */
export function useContractChanges(): (before: Contract, after: Omit<ContractFields, 'agreed'>) => ContractChange[] {
  const { t } = useLingui()
  const { nameOf } = useEducations()
  return (before, after) => [
    ...changed(t`Name`, before.name, after.name),
    ...changedEnd(t`ID number`, before.idNumberMasked, after.idNumber),
    ...changedEnd(t`Phone number`, before.phoneMasked, after.phone),
    ...changed(t`Education`, nameOf(before.education), nameOf(after.education)),
    ...changed(t`Bank`, before.bankName, after.bankName),
    ...changedEnd(t`Card or account number`, before.cardNumberMasked, after.cardNumber),
    ...changed(t`Account name`, before.accountName, after.accountName),
  ]
}

function changed(field: string, before: string, after: string): ContractChange[] {
  return before === after.trim() ? [] : [{ field, before, after: after.trim() }]
}

function changedEnd(field: string, masked: string, number: string): ContractChange[] {
  const end = /[^•*\s]*$/.exec(masked)?.[0] ?? ''
  const plain = number.replaceAll(/[\s-]/g, '')
  return plain.endsWith(end)
    ? []
    : [{ field, before: masked, after: `•••• ${plain.slice(-Math.min(4, plain.length / 2))}` }]
}
