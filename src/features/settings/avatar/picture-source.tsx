import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface PictureSourceProps {
  /** A picture was chosen already, so the introduction is left out. */
  hasPicture: boolean
  onTake: (file: File) => void
}

/** Camera or album (specification 6). The system asks for the permission; on a computer both open the file dialog. */
export function PictureSource({ hasPicture, onTake }: PictureSourceProps) {
  const { t } = useLingui()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => {
      const [file] = target.files ?? []
      // Without the reset, choosing the same file again would fire no event.
      target.value = ''
      if (file) onTake(file)
    },
  } as const
  return (
    <>
      {!hasPicture && (
        <EmptyState art="welcome" title={<Trans>Choose a picture of you</Trans>}>
          <Trans>This device makes it smaller before sending it, and removes the photo's place and time.</Trans>
        </EmptyState>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <Button look="quiet" icon="camera" onClick={() => camera.current?.click()}>
          <Trans>Take a photo</Trans>
        </Button>
        <Button look="quiet" icon="picture" onClick={() => album.current?.click()}>
          <Trans>Choose from album</Trans>
        </Button>
      </div>
      <input ref={camera} {...input} capture="user" aria-label={t`Take a photo`} />
      <input ref={album} {...input} aria-label={t`Choose from album`} />
    </>
  )
}
