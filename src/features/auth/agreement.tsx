import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ArticleLink } from '../../entities/article-link.tsx'
import { loginConfig } from '../../entities/login-config.ts'

interface AgreementProps {
  field: UseFormRegisterReturn
  error: string | undefined
}

/** The required checkbox for signing in or up, with links to the agreements. */
export function Agreement({ field, error }: AgreementProps) {
  const config = useQuery(loginConfig).data
  return (
    <Checkbox {...field} error={error}>
      <Trans>
        I agree to the <ArticleLink id={config?.agreementArticle ?? 'agreement'}>user agreement</ArticleLink> and the{' '}
        <ArticleLink id={config?.privacyArticle ?? 'privacy'}>privacy policy</ArticleLink>
      </Trans>
    </Checkbox>
  )
}
