import { Avatar } from '#src/ui/avatar.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { LevelBadge } from '#src/entities/level-badge.tsx'
import { RollingMoney } from '#src/ui/rolling-money.tsx'
import { Money } from '#src/ui/money.tsx'
import { Percent, Projected, ServiceStateChip, SettlementName, Term } from '#src/entities/product-words.tsx'
import { Reference } from '#src/ui/reference.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { UnitSparkline, UnitStateChip } from '#src/entities/unit-words.tsx'
import { now, unit } from './products.ts'
import { Shelf, Specimen } from './specimen.tsx'

const hour = 3_600_000
const photo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="teal" d="M0 0h8v8H0z"/%3E%3C/svg%3E'

export function Numbers() {
  return (
    <Screen title="Numbers and names" width="panes">
      <Shelf>
        <Specimen of="Money: hero, large, title, in text">
          <Money value={1_240_567} currency="USD" size="hero" />
          <Money value={1_240_567} currency="USD" size="large" />
          <Money value={1_240_567} currency="USD" size="title" />
          <p>
            In text <Money value={5} currency="USD" />, and counted up:{' '}
            <RollingMoney value={1_240_567} currency="USD" rolls />.
          </p>
        </Specimen>
        <Specimen of="Money: a movement in, out, none">
          <Card>
            <p className="flex flex-wrap gap-4">
              <Money value={1240} currency="USD" sign="always" />
              <Money value={-1240} currency="USD" sign="always" />
              <Money value={0} currency="USD" sign="always" />
            </p>
          </Card>
        </Specimen>
        <Specimen of="Money: projected">
          <p className="flex flex-wrap items-baseline gap-2">
            <Money value={4210} currency="USD" projected />
            <Projected />
          </p>
        </Specimen>
        <Specimen of="Money: other currencies, very much of it">
          <p className="flex flex-wrap gap-4">
            <Money value={125_000_000} currency="IDR" />
            <Money value={12_345} currency="BHD" />
            <Money value={999} currency="JPY" />
            <Money value={123_456_789_012} currency="USD" bare />
          </p>
        </Specimen>
        <Specimen of="Count">
          <p className="flex flex-wrap items-baseline gap-4">
            <Count value={12_300} />
            <Count value={300} sign="always" />
            <Count value={-50} sign="always" size="inherit" />
          </p>
        </Specimen>
        <Specimen of="Reference">
          <Reference id="0f5a3e52-7c1d-4b6a-9d0e-3d1c8f2c41d0" />
        </Specimen>
        <Specimen of="Percent, term, settlement">
          <p className="flex flex-wrap gap-4">
            <Percent bp={1808} />
            <span>
              <Term days={1} />
            </span>
            <span>
              <Term days={180} />
            </span>
            <span>
              <SettlementName type={0} />
            </span>
            <span>
              <SettlementName type={1} />
            </span>
            <span>
              <SettlementName type={2} />
            </span>
          </p>
        </Specimen>
        <Specimen of="What a machine does">
          <p className="flex flex-wrap gap-2">
            {(['in service', 'idle', 'resting', 'paused or faulty'] as const).map((it) => (
              <ServiceStateChip key={it} state={it} />
            ))}
            <UnitStateChip unit={{ ...unit, status: 'expired' }} />
            <UnitStateChip unit={{ ...unit, status: 'cancelled' }} />
          </p>
        </Specimen>
        <Specimen of="Countdown: an hour, over">
          <p className="flex gap-4">
            <Countdown until={now + hour} />
            <Countdown until={now - hour} />
          </p>
        </Specimen>
        <Specimen of="Avatar: letter, none, picture, large">
          <div className="flex flex-wrap items-center gap-3">
            <Avatar name="Ada" />
            <Avatar name="王小明" />
            <Avatar name={undefined} />
            <Avatar name="Ada" src={photo} />
            <Avatar name="Ada" size="large" />
          </div>
        </Specimen>
        <Specimen of="Level badge">
          <div className="flex flex-wrap gap-3">
            <LevelBadge level={0} />
            <LevelBadge level={3} />
            <LevelBadge level={12} name="Conductor" />
          </div>
        </Specimen>
        <Specimen of="A unit's last 30 days">
          <UnitSparkline unit={unit} />
        </Specimen>
      </Shelf>
    </Screen>
  )
}
