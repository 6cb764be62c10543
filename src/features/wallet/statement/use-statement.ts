import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../cache/use-signed-in.ts'
import { readStatement } from './read-statement.ts'
import type { Statement, Wanted } from './statement.ts'

type Days = Omit<Wanted, 'memberId'>

export interface StatementReading {
  /** 0 to 1 while the statement is read and checked; undefined before and after. */
  progress: number | undefined
  statement: Statement | undefined
  failure: unknown
  /** `zone` is the member's time zone, which decides where days begin. */
  read: (days: Days) => void
  /** Discards the statement, because another period was chosen. */
  forget: () => void
}

/** Reads a statement on request; of two requests the later one counts. */
export function useStatement(): StatementReading {
  const memberId = useSignedIn()
  const [progress, setProgress] = useState<number>()
  const [statement, setStatement] = useState<Statement>()
  const [failure, setFailure] = useState<unknown>()
  const latest = useRef(0)
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )

  async function read(days: Days) {
    if (memberId === undefined) return
    const turn = (latest.current += 1)
    const isLatest = () => latest.current === turn
    setProgress(0)
    setStatement(undefined)
    setFailure(undefined)
    try {
      const came = await readStatement({ memberId, ...days }, (part) => {
        if (isLatest()) setProgress(part)
      })
      if (isLatest()) setStatement(came)
    } catch (error) {
      if (isLatest()) setFailure(error)
    } finally {
      if (isLatest()) setProgress(undefined)
    }
  }

  function forget() {
    latest.current += 1
    setProgress(undefined)
    setStatement(undefined)
    setFailure(undefined)
  }

  return { progress, statement, failure, read: (days) => void read(days), forget }
}
