import { useLingui } from '@lingui/react/macro'
import { IconButton } from './button.tsx'
import { toast } from './toast.tsx'

/**
 * An identifier that people may have to tell to somebody: its short form to read out, and a button that copies all of
 * it.
 */
export function Reference({ id, short = shortOf(id) }: { id: string; short?: string }) {
  const { t } = useLingui()
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => toast(t`Copied`, { tone: 'positive' }),
      () =>
        toast(t`This browser doesn't let the app copy. Select the text instead.`, { tone: 'danger', duration: 6000 }),
    )
  return (
    <span className="-my-3 inline-flex items-center gap-1">
      <bdi className="figures select-all">{short}</bdi>
      <IconButton icon="copy" label={t`Copy reference`} onClick={() => void copy()} />
    </span>
  )
}

/** The end of an id, in capitals: `8F2C-41D0`. */
export function shortOf(id: string): string {
  const end = id.replaceAll('-', '').slice(-8).toUpperCase()
  return end.length === 8 ? `${end.slice(0, 4)}-${end.slice(4)}` : end
}
