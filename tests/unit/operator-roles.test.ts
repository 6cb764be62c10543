import { expect, test } from 'vitest'
import { isAudited } from '#server/cli/operator/command.ts'
import { commands } from '#server/cli/operator/commands.ts'
import { operatorRoles } from '#server/db/operator-schema.ts'

/** Roles of which one suffices; `personal` where the command prints members' personal data. */
const table = {
  'account add': 'administrator',
  'account enrol': 'anybody',
  'account list': 'administrator auditor',
  'account roles': 'administrator',
  'account disable': 'administrator',
  'account reset': 'administrator',
  login: 'anybody',
  logout: 'anybody',
  'member delete-again': 'support administrator',
  'member find': 'support treasury personal',
  'member sign-out': 'support administrator',
  'withdrawal list': 'treasury support personal',
  'withdrawal approve': 'treasury',
  'withdrawal payee': 'treasury personal',
  'withdrawal send': 'treasury',
  'withdrawal arrive': 'treasury',
  'withdrawal return': 'treasury',
  'withdrawal return-arrived': 'treasury',
  'card list': 'support treasury personal',
  'card disable': 'support',
  'card enable': 'support',
  'card charge': 'treasury',
  'card waive': 'treasury',
  'card penalty': 'treasury',
  'card fee': 'treasury',
  'contract list': 'support personal',
  'contract show': 'support personal',
  'contract approve': 'support',
  'contract return': 'support',
  'contract end': 'support',
  'contract bill': 'treasury',
  'contract void': 'treasury',
  'gift-code issue': 'treasury',
  'gift-code list': 'treasury',
  'gift-code end': 'treasury',
  'game list': 'catalogue auditor',
  'game publish': 'catalogue',
  'game stop': 'catalogue',
  'game resume': 'catalogue',
  'game stock': 'catalogue',
  'game rounds': 'catalogue auditor',
  'coupon issue': 'treasury',
  'goods write': 'catalogue',
  'goods list': 'catalogue support auditor',
  'goods stock': 'catalogue',
  'goods withdraw': 'catalogue',
  'points-order list': 'support',
  'points-order recipient': 'support personal',
  'points-order ship': 'support',
  'points-order refund': 'support',
  'catalogue export': 'catalogue auditor',
  'catalogue diff': 'catalogue',
  'catalogue apply': 'catalogue',
  'catalogue versions': 'catalogue auditor',
  'catalogue version': 'catalogue auditor',
  'machine close-preview': 'treasury personal',
  'machine close': 'treasury',
  'operator list': 'catalogue auditor',
  'operator set': 'catalogue',
  'revenue book': 'treasury',
  'top-up list': 'treasury support personal',
  'top-up approve': 'treasury',
  'top-up decline': 'treasury',
  'top-up give-back': 'treasury',
  'top-up return': 'treasury',
  'top-up reverse': 'treasury',
  'revenue reverse': 'treasury',
  'reversal list': 'treasury auditor',
  'debt list': 'treasury support personal',
  'debt write-off': 'treasury',
  'feed-key create': 'administrator',
  'feed-key list': 'administrator treasury auditor',
  'feed-key rotate': 'administrator',
  'feed-key limit': 'administrator',
  'feed-key revoke': 'administrator treasury',
  'gbfs add': 'catalogue',
  'gbfs remove': 'catalogue',
  'gbfs map': 'catalogue',
  'gbfs list': 'catalogue auditor',
  'machine positions': 'support personal',
  'station add': 'catalogue',
  'station accept': 'catalogue',
  'station renew': 'catalogue',
  'station open': 'catalogue',
  'station remove': 'catalogue',
  'station waiting': 'catalogue',
  'station list': 'catalogue auditor',
  'station sessions': 'catalogue treasury',
  'station asked': 'catalogue',
  'station start': 'catalogue',
  'station stop': 'catalogue',
  'station reset': 'catalogue',
  'station availability': 'catalogue',
  'station configuration': 'catalogue',
  'token allow': 'catalogue',
  'token block': 'catalogue',
  'token list': 'catalogue',
  'tariff set': 'catalogue',
  'tariff list': 'catalogue auditor',
  'fund list': 'treasury auditor',
  'fund capital': 'treasury',
  'fund return': 'treasury',
  fund: 'treasury',
  'spend list': 'treasury auditor',
  spend: 'treasury',
  'custody add': 'treasury',
  'custody close': 'treasury',
  'statement chain': 'treasury',
  'statement import': 'treasury',
  'custody list': 'treasury auditor',
  'term publish': 'treasury',
  'rate list': 'treasury auditor',
  'rate publish': 'treasury',
  'address add': 'treasury',
  'address assign': 'treasury',
  'address stock': 'treasury auditor',
  'transfer list': 'treasury support personal',
  'article write': 'catalogue',
  'article publish': 'catalogue',
  'article withdraw': 'catalogue',
  'article list': 'catalogue support auditor',
  'member agreements': 'support personal',
  'banner publish': 'catalogue',
  'banner list': 'catalogue',
  'quiz import': 'catalogue',
  'quiz list': 'catalogue',
  'quiz retire': 'catalogue',
  'setting list': 'administrator treasury catalogue support auditor',
  'setting set': 'administrator',
  'switch restricted': 'administrator',
  'switch time-deposit': 'administrator',
  'switch goods': 'administrator',
  'usage list': 'catalogue auditor',
  'key new': 'administrator',
  'key reencrypt': 'administrator',
  distribute: 'administrator',
  'security-log export': 'auditor administrator',
  solvency: 'treasury auditor',
  reconcile: 'treasury auditor',
  audit: 'auditor administrator',
  backup: 'administrator',
  'restore finish': 'administrator',
  restore: 'administrator',
}

test('every command needs the roles that it is meant to', () => {
  const declared = commands.map(({ name, needs, reads }) => [
    name,
    [...needs, ...(reads === 'personal' ? ['personal'] : [])].join(' ') || 'anybody',
  ])
  expect(Object.fromEntries(declared)).toEqual(table)
})

test('an auditor changes nothing and reads no personal data', () => {
  const audited = commands.filter(({ needs }) => needs.includes('auditor')).filter((it) => isAudited(it))
  expect(audited.map(({ name }) => name)).toEqual([])
})

test('what prints personal data wants a reason', () => {
  const personal = commands.filter(({ reads }) => reads === 'personal')
  expect(personal.length).toBeGreaterThan(8)
  expect(personal.filter((it) => !isAudited(it))).toEqual([])
})

test('only signing in, enrolling and signing out are for anybody', () => {
  expect(commands.filter(({ access }) => access === 'anybody').map(({ name }) => name)).toEqual([
    'account enrol',
    'login',
    'logout',
  ])
  expect(commands.filter(({ needs, access }) => needs.length === 0 && access !== 'anybody')).toEqual([])
})

test('nobody but an administrator changes accounts, keys and settings', () => {
  const touchy = commands.filter(({ name }) =>
    /^(account (add|roles|disable|reset)|key |setting set|feed-key (create|rotate))/.test(name),
  )
  expect(touchy.length).toBe(9)
  for (const { needs } of touchy) expect(needs).toEqual(['administrator'])
})

test('every role is needed by some command', () => {
  expect(operatorRoles.filter((role) => !commands.some(({ needs }) => needs.includes(role)))).toEqual([])
})
