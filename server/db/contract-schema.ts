import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type LocalizedText = { en: string } & Partial<Record<string, string>>

/** What a contract is for; `weeklySalary` in minor units, days in the operator's zone, both included. */
export interface ContractTerms {
  article: string
  work: LocalizedText[]
  weeklySalary: number
  currency: string
  paidFrom: LocalizedText
  startsOn: string
  endsOn: string | null
  minimumLevel: number
}

/** Tables of 082_contracts.sql and after, camelCase. */
export interface ContractTables {
  contract: {
    memberId: string
    version: number
    name: string
    phone: string
    education: string
    bankName: string
    accountName: string
    idNumberSealed: string
    idNumberTail: string
    cardNumberSealed: string
    cardNumberTail: string
    keyId: string
    signature: Json<[number, number][][]>
    terms: Json<ContractTerms>
    submittedAt: string
    state: Generated<'submitted' | 'approved' | 'returned'>
    reviewedAt: string | null
    remark: string | null
    endedOn: string | null
    endedBy: 'member' | 'operator' | null
    endedAt: string | null
  }
  contractBill: {
    id: string
    memberId: string
    kind: 'weekly' | 'bonus' | 'correction'
    week: string | null
    ref: string
    work: Json<LocalizedText[]>
    amount: number
    currency: string
    madeAt: string
    receivableFrom: string
    fundedAt: string | null
    receivedAt: string | null
    voidedAt: Generated<string | null>
  }
  salaryWeek: { week: string; doneAt: string }
}
