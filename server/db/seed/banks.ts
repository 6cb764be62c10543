import type { Db } from '../open.ts'

/**
 * Banks by country, with the lengths of their card numbers. The operator changes the table `bank`; a row that is there
 * is left alone.
 */
const banks: Record<string, readonly (readonly [id: string, name: string])[]> = {
  id: [
    ['bca', 'Bank Central Asia (BCA)'],
    ['mandiri', 'Bank Mandiri'],
    ['bri', 'Bank Rakyat Indonesia (BRI)'],
    ['bni', 'Bank Negara Indonesia (BNI)'],
    ['cimb-niaga', 'CIMB Niaga'],
    ['permata', 'PermataBank'],
    ['bsi', 'Bank Syariah Indonesia (BSI)'],
  ],
  my: [
    ['maybank', 'Maybank'],
    ['cimb', 'CIMB Bank'],
    ['public-bank', 'Public Bank'],
    ['rhb', 'RHB Bank'],
  ],
  vn: [
    ['vietcombank', 'Vietcombank'],
    ['bidv', 'BIDV'],
    ['vietinbank', 'VietinBank'],
    ['techcombank', 'Techcombank'],
  ],
  th: [
    ['kasikorn', 'Kasikornbank'],
    ['scb-th', 'Siam Commercial Bank'],
    ['bangkok-bank', 'Bangkok Bank'],
    ['krungthai', 'Krungthai Bank'],
  ],
  cn: [
    ['icbc', '中国工商银行'],
    ['ccb', '中国建设银行'],
    ['abc-cn', '中国农业银行'],
    ['boc', '中国银行'],
  ],
  ae: [
    ['fab', 'First Abu Dhabi Bank'],
    ['emirates-nbd', 'Emirates NBD'],
    ['adcb', 'ADCB'],
  ],
  sg: [
    ['dbs', 'DBS'],
    ['ocbc', 'OCBC'],
    ['uob', 'UOB'],
  ],
  us: [
    ['chase', 'Chase'],
    ['bofa', 'Bank of America'],
    ['wells-fargo', 'Wells Fargo'],
  ],
}

const lengths = [13, 15, 16, 17, 18, 19]

/** No card type costs anything until the operator sets a fee; a fee that is not overdue blocks no withdrawal. */
const types = [
  { code: 'visa', name: 'Visa', scheme: 'visa', prefixes: ['4'], lengths: [13, 16, 19], cvvDigits: 3 },
  {
    code: 'mastercard',
    name: 'Mastercard',
    scheme: 'mastercard',
    prefixes: ['51-55', '2221-2720'],
    lengths: [16],
    cvvDigits: 3,
  },
  { code: 'amex', name: 'American Express', scheme: 'amex', prefixes: ['34', '37'], lengths: [15], cvvDigits: 4 },
  { code: 'jcb', name: 'JCB', scheme: 'jcb', prefixes: ['3528-3589'], lengths: [16, 17, 18, 19], cvvDigits: 3 },
  { code: 'unionpay', name: 'UnionPay', scheme: 'unionpay', prefixes: ['62'], lengths: [16, 17, 18, 19], cvvDigits: 3 },
  {
    code: 'gpn',
    name: 'GPN',
    scheme: 'gpn',
    prefixes: ['1946', '5049', '6013', '603298'],
    lengths: [16, 17, 18, 19],
    cvvDigits: 3,
  },
  { code: 'napas', name: 'Napas', scheme: 'napas', prefixes: ['9704'], lengths: [16, 19], cvvDigits: 3 },
] as const

/** Seeds banks and kinds of card; countries come before. Repeating it changes nothing. */
export async function seedBanks(db: Db): Promise<void> {
  const rows = Object.entries(banks).flatMap(([country, them]) =>
    them.map(([id, name]) => ({ id, name, country, art: 'bank', digits: JSON.stringify(lengths) })),
  )
  await db
    .insertInto('bank')
    .values(rows.map((it, position) => ({ ...it, position })))
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('cardType')
    .values(
      types.map((it, position) => ({
        ...it,
        prefixes: JSON.stringify(it.prefixes),
        lengths: JSON.stringify(it.lengths),
        annualFee: 0,
        currency: 'USD',
        position,
      })),
    )
    .onConflict((it) => it.column('code').doNothing())
    .execute()
}
