import { classNames } from './class-names.ts'
import sprite from './icons.svg?url&no-inline'

/**
 * Strokes on a 24-unit grid, drawn for this app: 1.75 wide, round ends. These icons are in the first chunk, because the
 * first frame draws them.
 */
const strokes = {
  home: 'M4 11.2 12 4.5l8 6.7M6 9.8V19h4.2v-4.6h3.6V19H18V9.8',
  mall: 'M5.2 8.5h13.6l.9 10.8H4.3zM8.6 11V7.2a3.4 3.4 0 0 1 6.8 0V11',
  news: 'M4.5 5h11.7v12.2a2 2 0 0 0 2 2h-11.7a2 2 0 0 1-2-2zM16.2 9h3.3v8.2a1.6 1.6 0 0 1-1.4 2M7.5 8.4h5.6v3.2H7.5zM7.5 14.6h5.6',
  my: 'M12 11.4a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2M4.9 19.8c.6-3.4 3.5-5.4 7.1-5.4s6.5 2 7.1 5.4',
  back: 'M19.5 12H5M11 5.6 4.6 12l6.4 6.4',
  bolt: 'M13.4 3.4 5.4 13.6h5.8l-.7 7 8.1-10.4h-5.9z',
  'chevron-right': 'M9.4 6l6 6-6 6',
  coin: 'M12 20.4a8.4 8.4 0 1 0 0-16.8 8.4 8.4 0 0 0 0 16.8M14.6 9.2a3 3 0 0 0-2.6-1.3c-1.5 0-2.6.7-2.6 2s1.1 1.7 2.6 2 2.7.8 2.7 2.1-1.2 2.1-2.7 2.1a3.2 3.2 0 0 1-2.8-1.4M12 6.4v1.5M12 16.1v1.5',
  shield: 'M12 3.8 5 6.4v5c0 4.4 2.9 7.3 7 8.8 4.1-1.5 7-4.4 7-8.8v-5zM9 12l2.2 2.2L15.2 10',
} as const

/** Filled icons of the current tab, so that colour isn't its only mark. */
const solids = {
  'home-selected':
    'M11.4 3.6 3.3 10.4a.9.9 0 0 0 1.2 1.4l.6-.5V19a1 1 0 0 0 1 1h3.2v-4.6a1 1 0 0 1 1-1h3.4a1 1 0 0 1 1 1V20h3.2a1 1 0 0 0 1-1v-7.7l.6.5a.9.9 0 0 0 1.2-1.4l-8.1-6.8a.9.9 0 0 0-1.2 0',
  'mall-selected':
    'M7.7 7.6H5.9a.9.9 0 0 0-.9.8L4 19a1.1 1.1 0 0 0 1.1 1.2h13.8A1.1 1.1 0 0 0 20 19L19 8.4a.9.9 0 0 0-.9-.8h-1.8v-.4a4.3 4.3 0 0 0-8.6 0zm1.8 0v-.4a2.5 2.5 0 0 1 5 0v.4z',
  'news-selected':
    'M2.6 4.1h13.6a.9.9 0 0 1 .9.9v3.1h2.4a.9.9 0 0 1 .9.9v8.2a2.9 2.9 0 0 1-2.3 2.9H4.5a2.9 2.9 0 0 1-2.9-2.9V5a.9.9 0 0 1 1-.9M6.6 7.5v5h7.4v-5zM6.6 13.7v1.8H14v-1.8z',
  'my-selected':
    'M12 3.3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 13.5c-4.2 0-7.4 2.4-8 6.2a.9.9 0 0 0 .9 1.1h14.2a.9.9 0 0 0 .9-1.1c-.6-3.8-3.8-6.2-8-6.2',
} as const

/** Icons in `icons.svg`, one file for all of them: the first frame draws none. */
export type IconOfSprite =
  | 'cloud-queue'
  | 'cloud-done'
  | 'info'
  | 'wallet'
  | 'card'
  | 'car'
  | 'pile'
  | 'calendar'
  | 'gift'
  | 'bell'
  | 'settings'
  | 'share'
  | 'copy'
  | 'search'
  | 'chevron-down'
  | 'chevron-left'
  | 'minus'
  | 'eye'
  | 'eye-off'
  | 'trash'
  | 'user'
  | 'team'
  | 'chart'
  | 'map-pin'
  | 'ticket'
  | 'box'
  | 'trophy'
  | 'receipt'
  | 'document'
  | 'download'
  | 'help'
  | 'camera'
  | 'picture'
  | 'chevron-up'
  | 'phone'
  | 'mail'
  | 'chat'
  | 'offline'
  | 'warning'
  | 'clock'
  | 'refresh'
  | 'plus'
  | 'check'
  | 'close'

export type IconName = keyof typeof strokes | keyof typeof solids | IconOfSprite

const mirrored: readonly IconName[] = ['back', 'chevron-left', 'chevron-right']

interface IconProps {
  name: IconName
  /** Read to screen readers. Without it the picture is decoration and the words beside it must say the same. */
  label?: string
  size?: keyof typeof sizes
  className?: string
}

const sizes = { tiny: 'size-4', small: 'size-5', normal: 'size-6', large: 'size-8' }

export function Icon({ name, label, size = 'normal', className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames(sizes[size], 'shrink-0', mirrored.includes(name) && 'rtl:-scale-x-100', className)}
    >
      {drawingOf(name)}
    </svg>
  )
}

function drawingOf(name: IconName) {
  if (name in strokes) return <path d={strokes[name as keyof typeof strokes]} />
  if (name in solids)
    return <path d={solids[name as keyof typeof solids]} fill="currentColor" fillRule="evenodd" stroke="none" />
  return <use href={`${sprite}#${name}`} />
}
