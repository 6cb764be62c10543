import type { ColumnType, Generated } from 'kysely'

/** What an operator account may do; each command says which of them it needs. */
export const operatorRoles = ['support', 'treasury', 'catalogue', 'auditor', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Tables of 146_operator_accounts.sql and 171_operator_references.sql, camelCase. */
export interface OperatorTables {
  operatorAccount: {
    id: string
    name: ColumnType<string, string, never>
    roles: OperatorRole[]
    passwordHash: Generated<string | null>
    totpCiphertext: Generated<string | null>
    keyId: Generated<string | null>
    totpStep: Generated<number>
    enrolmentDigest: Generated<string | null>
    enrolmentEndsAt: Generated<string | null>
    createdAt: string
    disabledAt: Generated<string | null>
  }
  operatorSession: {
    digest: string
    accountId: string
    createdAt: string
    endsAt: string
    usedAt: string
    revokedAt: Generated<string | null>
  }
  operatorReference: { command: string; reference: string; digest: string; made: string | null; at: string }
}
