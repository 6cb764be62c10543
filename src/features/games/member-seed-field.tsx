import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { longestSeed, memberSeed, randomSeed, saveMemberSeed } from './device-choices.ts'

/** The member's part of the seed, which they may change before every draw. It is kept on this device as it is typed. */
export function MemberSeedField() {
  const { t } = useLingui()
  const [text, setText] = useState(memberSeed)
  const [isValid, setValid] = useState(true)
  function change(next: string) {
    setText(next)
    setValid(saveMemberSeed(next))
  }
  return (
    <TextField
      label={t`Your part of the seed`}
      hint={t`Anything you like, up to ${longestSeed} characters. Every draw uses it.`}
      error={isValid ? undefined : t`Enter at least one character. Until then the one before is used.`}
      value={text}
      maxLength={longestSeed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      after={
        <span className="pe-1">
          <Button look="plain" size="small" onClick={() => change(randomSeed())}>
            <Trans>Random</Trans>
          </Button>
        </span>
      }
    />
  )
}
