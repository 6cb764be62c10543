import { useLingui } from '@lingui/react/macro'
import { IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

/**
 * An identifier that people may have to tell to somebody: its short form to read out, and a button that copies all of
 * it.
 */
export function Reference({ id, short = shortOf(id) }: { id: string; short?: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <span className="-my-3 inline-flex items-center gap-1">
      <bdi className="figures select-all">{short}</bdi>
      <IconButton icon="copy" label={t`Copy reference`} onClick={() => copy(id)} />
    </span>
  )
}

/** The end of an id, in capitals: `8F2C-41D0`. */
export function shortOf(id: string): string {
  const end = id.replaceAll('-', '').slice(-8).toUpperCase()
  return end.length === 8 ? `${end.slice(0, 4)}-${end.slice(4)}` : end
}
