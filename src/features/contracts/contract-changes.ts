import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#protocol/contracts.ts'
import { useEducations } from './educations.ts'
import type { ContractFields } from './schema.ts'

/** A field that the update changes. `before` and `after` are masked where the field is secret. */
export interface ContractChange {
  field: string
  before: string
  after: string
}

/**
 * What an update changes in the contract that was signed last. Only the last characters of numbers are known here, so
 * numbers that end alike count as equal. The signature is new every time, so it is not listed.
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
