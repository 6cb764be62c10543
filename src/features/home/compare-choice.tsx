import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProductCard } from '#protocol/products.ts'
import { chosenOffers, mostCompared, withOffer } from '../../entities/chosen-offers.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

interface CompareChoiceProps {
  /** The offers chosen so far, by `chosenOffers`. */
  chosen: string
  /** The whole catalogue; undefined until it is known. */
  offers: readonly ProductCard[] | undefined
  /** Takes the new choice from that of the moment; none ends the choosing. */
  onChange: (change: (chosen: string) => string | undefined) => void
}

/** The bar that stays in sight while offers are being chosen. */
export function CompareBar({ chosen, offers, onChange }: CompareChoiceProps) {
  const ids = chosenOffers(chosen, offers)
  const count = ids.length
  return (
    <div className="layer-navbar sticky bottom-[max(var(--tab-bar,0px)+0.75rem,var(--safe-bottom)+0.75rem)] flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-lg bg-raised p-3 shadow-float large-text:static">
      <p role="status" className="ps-1">
        {count < 2 ? (
          <Trans>Choose two to four offers</Trans>
        ) : (
          <Plural value={count} one="# offer chosen" other="# offers chosen" />
        )}
      </p>
      <span className="ms-auto flex flex-wrap gap-2">
        <Button look="plain" size="small" onClick={() => onChange(() => undefined)}>
          <Trans>Cancel</Trans>
        </Button>
        {count > 1 && (
          <Link
            to="/subPages/product/compare"
            search={{ ids: ids.join('.') }}
            className={buttonClass({ size: 'small' })}
          >
            <Trans>Compare</Trans>
          </Link>
        )}
      </span>
    </div>
  )
}

/** The checkbox on the corner of an offer's card. */
export function CompareCheck({
  product: { id, name },
  chosen,
  offers,
  onChange,
}: CompareChoiceProps & { product: ProductCard }) {
  const { t } = useLingui()
  const all = chosenOffers(chosen, offers)
  const isChosen = all.includes(id)
  return (
    <label className="absolute end-1 top-1 grid size-11 cursor-pointer place-items-center rounded-full bg-surface shadow-card">
      <input
        type="checkbox"
        aria-label={t`Compare ${name}`}
        checked={isChosen}
        disabled={!isChosen && all.length === mostCompared}
        onChange={() => onChange((now) => withOffer(now, id, offers) || '0')}
        className="size-5 cursor-pointer rounded-sm"
      />
    </label>
  )
}
