import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { dropRestored } from './chain-anchor.ts'
import { textPainter } from './paint-text.ts'
import type { Statement } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { useStatementWords } from './statement-words.ts'
import { useVerdictWords } from './verdict-words.ts'

interface StatementFilesProps {
  statement: Statement
  /** The member's name, in any script. */
  name: string
  zone: string
}

/** The result of checking, and the statement as files that contain the same result. */
export function StatementFiles({ statement, name, zone }: StatementFilesProps) {
  const { t } = useLingui()
  const wordsOf = useStatementWords()
  const say = useVerdictWords(zone)
  const [isMaking, setMaking] = useState(false)
  const { from, to, lines, verdict, readAt } = statement
  const isIntact = verdict.kind === 'intact'
  const isRestored = verdict.kind === 'restored'
  const tone = isIntact ? 'positive' : isRestored ? 'warning' : 'danger'
  const words = wordsOf({ name, zone, from, to, readAt, checked: say(verdict) })
  const file = (ending: string) => `voltfolio-${from}-${to}.${ending}`

  async function savePdf() {
    setMaking(true)
    try {
      saveFile(file('pdf'), await statementPdf(statement, words, textPainter(words.isFromRight ? 'rtl' : 'ltr')))
      void dropRestored(statement)
    } catch {
      toast(t`This device couldn't create the PDF. The CSV has the same content.`, {
        tone: 'danger',
        duration: 6000,
      })
    } finally {
      setMaking(false)
    }
  }

  function saveCsv() {
    saveFile(file('csv'), new Blob([statementCsv(statement, words)], { type: 'text/csv;charset=utf-8' }))
    void dropRestored(statement)
  }
  return (
    <>
      <Banner tone={tone} icon={isIntact ? 'shield' : 'warning'}>
        <p className="font-strong">
          <Plural value={lines.length} one="# transaction" other="# transactions" />
        </p>
        <p>{words.checked}</p>
        {isRestored && (
          <p>
            <Trans>
              Compare it with what you saved before. Save this statement too: its file tells of the restore, and later
              ones won't.
            </Trans>
          </p>
        )}
        {!isIntact && !isRestored && (
          <p>
            <Trans>Don't rely on this statement. Keep the files as evidence: they say the same.</Trans>
          </p>
        )}
      </Banner>
      <Button
        wide
        icon="download"
        look={isIntact || isRestored ? 'primary' : 'danger'}
        busy={isMaking}
        onClick={() => void savePdf()}
      >
        <Trans>Save as PDF</Trans>
      </Button>
      <Button wide icon="download" look="quiet" onClick={saveCsv}>
        <Trans>Save as CSV</Trans>
      </Button>
    </>
  )
}
