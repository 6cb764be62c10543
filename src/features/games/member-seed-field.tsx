import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { longestSeed, ownSeed, saveOwnSeed } from './device-choices.ts'

/** The member's part of the seed: random for every draw, unless they write their own. Kept as it is typed. */
export function MemberSeedField() {
  const { t } = useLingui()
  const [text, setText] = useState(() => ownSeed() ?? '')
  function change(next: string) {
    setText(next)
    saveOwnSeed(next)
  }
  return (
    <TextField
      label={t`Your part of the seed`}
      hint={
        text.trim() === ''
          ? t`This device makes a new random one for every draw. You can write your own, up to ${longestSeed} characters.`
          : t`Every draw uses this text. Change it when you see a new hash, so nobody could have known it before.`
      }
      value={text}
      maxLength={longestSeed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      wraps
      after={
        text !== '' && (
          <span className="pe-1">
            <Button look="plain" size="small" onClick={() => change('')}>
              <Trans>Random</Trans>
            </Button>
          </span>
        )
      }
    />
  )
}
