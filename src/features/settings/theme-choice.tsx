import { useLingui } from '@lingui/react/macro'
import { Segments } from '../../ui/choice.tsx'
import type { Theme } from '../../ui/look.ts'

export function ThemeChoice({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  const { t } = useLingui()
  return (
    <Segments
      label={t`Light or dark`}
      value={value}
      onChange={onChange}
      options={[
        { value: 'system', text: t`Device` },
        { value: 'light', text: t`Light` },
        { value: 'dark', text: t`Dark` },
      ]}
    />
  )
}
