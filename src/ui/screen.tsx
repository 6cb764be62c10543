import { useLingui } from '@lingui/react/macro'
import { createContext, use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { holdDark } from './look.ts'
import { classNames } from './class-names.ts'
import { focusScreen } from './focus-return.ts'

/** What "back" does; the shell provides the app's own rule (fall back to the mall tab without a history). */
export const BackContext = createContext<() => void>(() => history.back())

/** The sitemap's title of the current page; the shell provides it. */
export const TitleContext = createContext<ReactNode>('')

export interface ScreenProps {
  /** Only where the sitemap's title of this page doesn't fit. */
  title?: ReactNode
  /** A line of small text under the title. */
  lead?: ReactNode
  /** False on tab screens, which have no back button. */
  hasBack?: boolean
  /** IconButtons at the end of the nav bar. */
  actions?: ReactNode
  /** The one primary action, at thumb height. */
  bottom?: ReactNode
  /** `form` for input, `content` for reading, `panes` for lists with a detail beside them. */
  width?: keyof typeof widths
  /** Dark in every theme, because a light surface around a picture would dazzle. */
  isDark?: boolean
  children: ReactNode
}

const widths = { form: 'max-w-form', content: 'max-w-content', panes: 'max-w-panes' }

/**
 * Every screen: a bar with back and actions, the heading that takes the focus on navigation, the content, and a place
 * for the one action.
 */
export function Screen({
  title,
  lead,
  hasBack = true,
  actions,
  bottom,
  width = 'content',
  isDark = false,
  children,
}: ScreenProps) {
  const { t } = useLingui()
  const back = use(BackContext)
  const placeTitle = use(TitleContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => (isDark ? holdDark() : undefined), [isDark])
  useEffect(() => {
    if (heading.current) focusScreen(heading.current)
  }, [])
  const column = classNames('mx-auto w-full', widths[width])
  return (
    <div className="flex min-h-full flex-1 flex-col">
      <header className="layer-navbar sticky top-(--shell-top,0px) bg-canvas/90 pt-(--safe-top) backdrop-blur-md large-text:static">
        <div className={classNames(column, 'flex min-h-14 flex-wrap items-center gap-x-1 ps-2 pe-2 py-1.5')}>
          {hasBack && <IconButton icon="back" label={t`Back`} onClick={back} />}
          {/* With large text the actions wrap to a line of their own, so that the title isn't cut. */}
          <div className={classNames('min-w-0 flex-[1_1_8rem]', hasBack ? 'ps-1' : 'ps-2')}>
            <h1 ref={heading} tabIndex={-1} className="line-clamp-5 text-title font-strong wrap-anywhere">
              {title ?? placeTitle}
            </h1>
          </div>
          {actions && <div className="ms-auto flex items-center">{actions}</div>}
        </div>
      </header>
      <div className={classNames(column, 'flex flex-1 flex-col gap-6 px-4 pt-2 pb-8')}>
        {lead && <p className="text-ink-soft">{lead}</p>}
        {children}
      </div>
      {bottom && (
        <div className="layer-sticky sticky bottom-(--tab-bar,0px) bg-canvas/90 backdrop-blur-md large-text:static">
          <div className={classNames(column, 'px-4 pt-3 pb-[calc(0.75rem+var(--safe-bottom))]')}>{bottom}</div>
        </div>
      )}
    </div>
  )
}
