import { StatementError, checked, dayOf, minorOf, type Statement } from './statement.ts'
import { readXml, type Element } from './xml.ts'

/**
 * Reads a CAMT.053 message (ISO 20022, any version) with one statement: its opening and closing booked balances, and
 * every booked entry. Pending entries don't count. Throws StatementError.
 */
export function readCamt(text: string): Statement {
  const document = readXml(text)
  const message = only(document, 'BkToCstmrStmt')
  const statement = only(message, 'Stmt')
  const balance = (code: 'OPBD' | 'CLBD') => {
    const found = all(statement, 'Bal').filter((it) => at(it, 'Tp', 'CdOrPrtry', 'Cd') === code)
    if (found.length !== 1 || !found[0]) throw new StatementError(`there must be one balance ${code}`)
    return found[0]
  }
  const [opening, closing] = [balance('OPBD'), balance('CLBD')]
  const currency = only(closing, 'Amt').attributes['Ccy'] ?? ''
  const amount = (of: Element, where: string) => {
    const found = only(of, 'Amt')
    if (found.attributes['Ccy'] !== currency) throw new StatementError(`${where} is in another currency`)
    const minor = minorOf(found.text.trim(), where)
    const side = at(of, 'CdtDbtInd')
    if (minor < 0 || (side !== 'CRDT' && side !== 'DBIT')) throw new StatementError(`${where} has no side`)
    return side === 'CRDT' ? minor : 0 - minor
  }
  const lines = all(statement, 'Ntry').flatMap((entry, n) => {
    const where = `entry ${n + 1}`
    const status = at(entry, 'Sts', 'Cd') ?? at(entry, 'Sts')
    if (status !== 'BOOK') return []
    const reference = at(entry, 'AcctSvcrRef') ?? at(entry, 'NtryRef')
    if (!reference || reference.length > 64) throw new StatementError(`${where} has no reference`)
    return [{ day: dayIn(only(entry, 'BookgDt'), where), amount: amount(entry, where), reference }]
  })
  return checked({
    currency,
    day: dayIn(only(closing, 'Dt'), 'CLBD'),
    opening: amount(opening, 'OPBD'),
    closing: amount(closing, 'CLBD'),
    lines: lines.filter((it) => it.amount !== 0),
  })
}

function dayIn(date: Element, where: string): string {
  return dayOf((at(date, 'Dt') ?? at(date, 'DtTm') ?? '').slice(0, 10), where)
}

function all(element: Element, name: string): Element[] {
  return element.children.filter((it) => it.name === name)
}

function only(element: Element, name: string): Element {
  const [found, ...more] = all(element, name)
  if (!found || more.length > 0) throw new StatementError(`${element.name} must have one ${name}`)
  return found
}

/** The text at a path, or undefined. */
function at(element: Element, ...path: string[]): string | undefined {
  const found = path.reduce<Element | undefined>((it, name) => it?.children.find((one) => one.name === name), element)
  const text = found?.text.trim()
  return text === '' ? undefined : text
}
