import { Banner } from '../../ui/banner.tsx'

/** Errors that belong to no single field: wrong credentials, too many attempts, no network. */
export function FormRejection({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Banner tone="danger" icon="warning">
      {message}
    </Banner>
  )
}
