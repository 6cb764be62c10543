import { TitleContext } from '#src/ui/screen.tsx'
import { YetToCome } from '#src/entities/yet-to-come.tsx'

/** A whole screen under its title in the sitemap. */
export function Unbuilt() {
  return (
    <TitleContext value="Bank cards">
      <YetToCome near="/pages/index/index" />
    </TitleContext>
  )
}
