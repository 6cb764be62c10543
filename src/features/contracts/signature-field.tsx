import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Segments } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Stroke } from './signature.ts'
import { SignaturePad } from './signature-pad.tsx'
import { SignaturePicture } from './signature-picture.tsx'
import { writtenName } from './written-name.ts'

interface SignatureFieldProps {
  value: readonly Stroke[]
  onChange: (strokes: Stroke[]) => void
  error: string | undefined
}

/** The signature, drawn by hand or made from the typed name. Both give the same kind of strokes. */
export function SignatureField({ value, onChange, error }: SignatureFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [way, choose] = useState<'draw' | 'type'>('draw')
  const [typed, type] = useState('')
  const name = typed.trim()
  const isWrongDrawing = way === 'draw' && error !== undefined
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-small font-strong text-ink">
        <Trans>Signature</Trans>
      </legend>
      <Segments
        label={t`How to sign`}
        value={way}
        onChange={choose}
        errorId={isWrongDrawing ? id : undefined}
        options={[
          { value: 'draw', text: t`By hand` },
          { value: 'type', text: t`Type your name` },
        ]}
      />
      {way === 'draw' ? (
        <SignaturePad value={value} onChange={onChange} describedBy={isWrongDrawing ? id : undefined} />
      ) : (
        <>
          <TextField
            label={t`Name to sign with`}
            hint={t`We use it as your signature.`}
            error={error}
            value={typed}
            autoComplete="name"
            maxLength={80}
            onChange={(event) => {
              type(event.target.value)
              onChange(writtenName(event.target.value))
            }}
          />
          <SignaturePicture strokes={value} label={name === '' ? t`No signature yet` : t`Signature: ${name}`} />
        </>
      )}
      {isWrongDrawing && (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-small text-danger">
          <Icon name="warning" size="tiny" className="mt-0.5" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
