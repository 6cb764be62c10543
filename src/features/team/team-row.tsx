import { Trans } from '@lingui/react/macro'
import type { TeamMember } from '#protocol/team.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { useDate } from '../../entities/use-when.ts'

/** One member of the team, without name, picture or property: only whether they own a unit is shown. */
export function TeamRow({ member: { nameMasked, relation, valid, level, joinedAt } }: { member: TeamMember }) {
  const dateOf = useDate()
  const joined = dateOf(joinedAt)
  return (
    <ListRow
      start={relation === 'direct' ? 'user' : 'team'}
      title={<bdi>{nameMasked}</bdi>}
      detail={relation === 'direct' ? <Trans>Direct, joined {joined}</Trans> : <Trans>Indirect, joined {joined}</Trans>}
      end={
        valid ? (
          <Chip tone="positive" icon="check">
            <Trans>Valid</Trans>
          </Chip>
        ) : (
          <Chip>
            <Trans>Not valid</Trans>
          </Chip>
        )
      }
      endDetail={<Trans>Level {level}</Trans>}
    />
  )
}
