import type { ReactNode } from 'react'
import type { Block, Span, Target } from '#protocol/news.ts'
import { webAddress } from '#protocol/web-address.ts'
import { Art } from '../ui/art.tsx'
import { classNames } from '../ui/class-names.ts'
import { RouteLink } from '../ui/route-link.tsx'
import { useIsPageOff } from './use-is-off.ts'

interface ArticleBodyProps {
  blocks: readonly Block[]
  /**
   * Handles links to other articles, where leaving the page would lose its input. Every other link then opens in a new
   * tab.
   */
  onArticle?: ((route: string) => void) | undefined
}

/** Renders an article's blocks; nothing that the server sends becomes markup. */
export function ArticleBody({ blocks, onArticle }: ArticleBodyProps) {
  const spans = (all: readonly Span[]) => <Spans spans={all} onArticle={onArticle} />
  return (
    <div className="flex flex-col gap-4 text-pretty wrap-anywhere">
      {blocks.map((block, index) => (
        // Blocks have no ids, and never move.
        <BlockView key={index} block={block} spans={spans} />
      ))}
    </div>
  )
}

function BlockView({ block, spans }: { block: Block; spans: (all: readonly Span[]) => ReactNode }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 className="mt-2 text-title font-strong">{spans(block.spans)}</h2>
      ) : (
        <h3 className="mt-1 font-strong">{spans(block.spans)}</h3>
      )
    case 'paragraph':
      return <p className="whitespace-pre-line">{spans(block.spans)}</p>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={classNames('flex flex-col gap-2 ps-6', block.isOrdered ? 'list-decimal' : 'list-disc')}>
          {block.items.map((item, index) => (
            <li key={index}>
              {spans(item.spans)}
              {item.items.length > 0 && (
                <ul className="list-[circle] ps-6">
                  {item.items.map((it, below) => (
                    <li key={below}>{spans(it)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-s-4 border-accent ps-4">
          {block.paragraphs.map((it, index) => (
            <p key={index}>{spans(it)}</p>
          ))}
        </blockquote>
      )
    case 'table':
      return <Table {...block} spans={spans} />
    case 'picture':
      return <Art name={block.art} {...(block.alt !== '' && { label: block.alt })} />
    case 'rule':
      return <hr className="border-line" />
  }
}

function Table({
  head,
  rows,
  spans,
}: Extract<Block, { kind: 'table' }> & { spans: (all: readonly Span[]) => ReactNode }) {
  return (
    <table className="w-full border-collapse text-start">
      <thead>
        <tr>
          {head.map((it, index) => (
            <th key={index} scope="col" className="border-b border-edge py-2 pe-3 text-start align-top font-strong">
              {spans(it)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((it, cell) => (
              <td key={cell} className="border-b border-line py-2 pe-3 align-top">
                {spans(it)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Spans({ spans, onArticle }: { spans: readonly Span[]; onArticle: ArticleBodyProps['onArticle'] }) {
  return spans.map((span, index) =>
    span.kind === 'text' ? (
      <Text key={index} span={span} />
    ) : (
      <TargetLink key={index} target={span.target} onArticle={onArticle}>
        {span.spans.map((it, part) => (
          <Text key={part} span={it} />
        ))}
      </TargetLink>
    ),
  )
}

function Text({ span: { text, isStrong, isEmphasised } }: { span: Extract<Span, { kind: 'text' }> }) {
  const inner = isEmphasised ? <em>{text}</em> : text
  return isStrong ? <strong className="font-strong">{inner}</strong> : inner
}

const linkClass = 'font-strong text-accent-ink underline'

interface TargetLinkProps {
  target: Target
  onArticle: ArticleBodyProps['onArticle']
  children: ReactNode
}

function TargetLink({ target, onArticle, children }: TargetLinkProps) {
  const address = target.kind === 'url' ? webAddress(target.url) : null
  const route = target.kind === 'route' ? target.route : `/pages/web/webview?url=${encodeURIComponent(target.url)}`
  const isOff = useIsPageOff(route)
  if (target.kind === 'url' && address?.kind !== 'page')
    return address === null ? (
      children
    ) : (
      <a href={address.url} className={linkClass}>
        {children}
      </a>
    )
  if (isOff) return children
  if (!onArticle)
    return (
      <RouteLink route={route} className={linkClass}>
        {children}
      </RouteLink>
    )
  return route.startsWith('/subPages/news/detail?') ? (
    <button type="button" className={linkClass} onClick={() => onArticle(route)}>
      {children}
    </button>
  ) : (
    <a href={`#${route}`} target="_blank" rel="noreferrer" className={linkClass}>
      {children}
    </a>
  )
}
