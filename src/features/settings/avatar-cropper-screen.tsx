import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/cropper/cropper')({ component: AvatarCropperScreen })

function AvatarCropperScreen() {
  return <YetToCome near="/pages/my/set" />
}
