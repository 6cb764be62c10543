import { charactersOf } from '../lib/characters.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface AvatarProps {
  name: string | undefined
  src?: string | undefined
  size?: keyof typeof sizes
}

const sizes = { small: 'size-11 text-body', large: 'size-20 text-large' }

/** A member's picture, or the first letter of the name. Decoration: the name stands beside it. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const request = charactersOf(name?.trim() ?? '')[0]?.toLocaleUpperCase()
  const frame = classNames(
    sizes[size],
    'grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-strong text-accent-ink select-none',
  )
  if (src) return <img src={src} alt="" className={classNames(frame, 'object-cover')} />
  return (
    <span aria-hidden className={frame}>
      {request ?? <Icon name="my" />}
    </span>
  )
}
