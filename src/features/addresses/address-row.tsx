import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { needsAttention, type Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ChooseRow } from '../../ui/two-panes.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useRestoreAddress } from './commands.ts'
import type { ShownAddress } from './shown-addresses.ts'

interface AddressRowProps {
  address: ShownAddress
  /**
   * Given where a wide screen edits the address in a second pane: whether it is the one there, and how to choose it.
   */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One address: the place, whether it is the default, and the state of the last command on it. */
export function AddressRow({ address, pane }: AddressRowProps) {
  const { command, isGone = false } = address
  const inside = <Inside address={address} />
  return (
    <>
      {isGone || (command && needsAttention(command)) ? (
        <div>{inside}</div>
      ) : pane ? (
        <ChooseRow {...pane}>{inside}</ChooseRow>
      ) : (
        <Link to="/subPages/address/editAddress" search={{ id: address.id }} className={rowLinkClass}>
          {inside}
        </Link>
      )}
      {command && isGone && <TakeBack address={address} deletion={command} />}
      {command && needsAttention(command) && (
        <div className="px-4 pb-3">
          <Link to="/pages/my/queue" className={buttonClass({ look: 'quiet', size: 'small' })}>
            <Trans>See what happened</Trans>
          </Link>
        </div>
      )}
    </>
  )
}

function Inside({
  address: { recipient, phone, region, detail, postcode, isDefault, command, isGone = false },
}: {
  address: ShownAddress
}) {
  return (
    <ListRow
      start="map-pin"
      leads={!isGone && !(command && needsAttention(command))}
      title={
        <span className={classNames(isGone && 'line-through')}>
          <span className="font-strong">{recipient}</span>{' '}
          <span className="figures text-small text-ink-soft" dir="ltr">
            {phone}
          </span>
        </span>
      }
      detail={
        <>
          <span className="block">{detail}</span>
          <span className="block">{[...region.toReversed(), postcode].filter(Boolean).join(', ')}</span>
        </>
      }
      end={
        (isDefault || command) && (
          <span className="flex flex-col items-end gap-1">
            {isDefault && !isGone && (
              <Chip tone="accent">
                <Trans>Default</Trans>
              </Chip>
            )}
            {command && <PendingBadge state={shownState(command)} />}
          </span>
        )
      }
    />
  )
}

function TakeBack({ address, deletion }: { address: ShownAddress; deletion: Command }) {
  const { t } = useLingui()
  const { isBusy, restore } = useRestoreAddress()
  const tell = useTellOutcome()
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 pb-3 text-small text-ink-soft">
      <Trans>Deleted here, not confirmed yet.</Trans>
      <Button
        look="plain"
        size="small"
        busy={isBusy}
        onClick={() => void restore(address, deletion).then((outcome) => tell(outcome, t`Address kept`))}
      >
        <Trans>Undo</Trans>
      </Button>
    </div>
  )
}
