import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import { uploadAvatar } from '#protocol/settings.ts'
import { useTellOutcome } from '../../../entities/use-tell-outcome.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { BackContext, Screen } from '../../../ui/screen.tsx'
import { CropArea } from './crop-area.tsx'
import { cutPicture, readPicture, type Cut } from './picture.ts'
import { PictureSource } from './picture-source.tsx'

export const Route = createFileRoute('/pages/cropper/cropper')({ component: CropperScreen })

/** Crops a picture to the avatar. It is saved on this device first and uploaded when the server can be reached. */
function CropperScreen() {
  const { t } = useLingui()
  const back = use(BackContext)
  const tell = useTellOutcome()
  const { run, isBusy } = useCommand(uploadAvatar)
  const [src, setSrc] = useState<string>()
  const [cut, setCut] = useState<Cut>()
  const [isUnreadable, setUnreadable] = useState(false)
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])

  const take = async (file: File) => {
    setUnreadable(false)
    setCut(undefined)
    try {
      setSrc(await readPicture(file))
    } catch {
      // The file is too large for this device's memory, or no picture: the member has to choose another.
      setSrc(undefined)
      setUnreadable(true)
    }
  }
  const save = async () => {
    if (!src || !cut) return
    const body = await cutPicture(src, cut).catch(() => undefined)
    if (!body) setUnreadable(true)
    else if (tell(await run({}, { body }), t`Picture saved on this device`)) back()
  }
  return (
    <Screen
      isDark
      width="form"
      bottom={
        src && (
          <Button wide busy={isBusy} disabled={!cut} onClick={() => void save()}>
            <Trans>Use this picture</Trans>
          </Button>
        )
      }
    >
      {isUnreadable && (
        <Banner tone="danger" icon="warning">
          <Trans>The image is too large or can't be read. Choose another one.</Trans>
        </Banner>
      )}
      {src && <CropArea key={src} src={src} onChange={setCut} />}
      <PictureSource hasPicture={src !== undefined} onTake={(file) => void take(file)} />
    </Screen>
  )
}
