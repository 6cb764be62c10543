import { Trans } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ArticleLink } from '../../entities/article-link.tsx'

interface CardAgreementProps {
  /** Of the privacy agreement. */
  article: string
  field: UseFormRegisterReturn
  error: string | undefined
}

/** The checkbox without which no card is added (specification 5), and a link to the agreement. */
export function CardAgreement({ article, field, error }: CardAgreementProps) {
  return (
    <Checkbox {...field} error={error}>
      <Trans>
        I agree that my card is stored as the <ArticleLink id={article}>privacy agreement</ArticleLink> says
      </Trans>
    </Checkbox>
  )
}
