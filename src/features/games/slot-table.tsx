import { Trans, useLingui } from '@lingui/react/macro'
import type { Proof } from '#protocol/games.ts'
import { sumOf } from '../../lib/fair-draw.ts'
import { classNames } from '../../ui/class-names.ts'
import { numberFormat } from '../../lib/intl.ts'
import { Icon } from '../../ui/icon.tsx'

/** The rolls tell the weight too, where enlarged text leaves room for two columns. */
const wideOnly = '@max-[14rem]:hidden'

/** The slots with their weights and the rolls that draw them. `index` is the slot at the roll. */
export function SlotTable({ proof: { slots, slotId }, index }: { proof: Proof; index: number }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(i18n.locale)
  const weights = slots.map((it) => it.weight)
  return (
    <div className="@container">
      <table aria-label={t`Slots and their rolls`} className="figures w-full text-start">
        <thead className="text-ink-soft">
          <tr>
            <th className="py-1 pe-3 text-start font-normal">
              <Trans>Slot</Trans>
            </th>
            <th className={classNames('py-1 pe-3 text-end font-normal', wideOnly)}>
              <Trans>Weight</Trans>
            </th>
            <th className="py-1 text-end font-normal">
              <Trans>Rolls</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {slots.map(({ id, name, weight }, place) => {
            const from = sumOf(weights.slice(0, place))
            return (
              <tr
                key={id}
                className={classNames('border-t border-line', place === index && 'bg-accent-soft font-strong')}
              >
                <th
                  scope="row"
                  className={classNames('py-1.5 ps-1 pe-3 text-start wrap-anywhere', place !== index && 'font-normal')}
                >
                  {name} {place === index && <Icon name="check" size="tiny" className="inline" label={t`this roll`} />}
                  {id === slotId && place !== index && (
                    <Icon name="warning" size="tiny" className="inline text-danger" label={t`recorded`} />
                  )}
                </th>
                <td className={classNames('py-1.5 pe-3 text-end', wideOnly)}>{number.format(weight)}</td>
                <td className="py-1.5 pe-1 text-end whitespace-nowrap">
                  {weight > 0 && <bdi>{number.formatRange(from, from + weight - 1)}</bdi>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
