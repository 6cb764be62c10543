import { Button, buttonClass, IconButton, type ButtonLook } from '#src/ui/button.tsx'
import { IconLink } from '#src/ui/icon-link.tsx'
import { RouteLink } from '#src/ui/route-link.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { Shelf, Specimen } from './specimen.tsx'

const looks: readonly ButtonLook[] = ['primary', 'quiet', 'plain', 'danger']

export function Buttons() {
  return (
    <Screen
      title="Buttons"
      width="panes"
      actions={
        <>
          <IconLink to="/pages/index/my" icon="bell" label="Messages, 99+ unread" badge={120} />
          <ShareButton title="Voltfolio" address="#/pages/index/index" />
        </>
      }
      bottom={
        <Button wide busy>
          Sending
        </Button>
      }
    >
      <Shelf>
        {looks.map((look) => (
          <Specimen key={look} of={`Button, ${look}`}>
            <div className="flex flex-wrap gap-3">
              <Button look={look}>Claim $12.40</Button>
              <Button look={look} size="small">
                Small
              </Button>
              <Button look={look} icon="download">
                Statement
              </Button>
              <Button look={look} disabled>
                Disabled
              </Button>
              <Button look={look} busy size="small">
                Busy
              </Button>
            </div>
          </Specimen>
        ))}
        <Specimen of="A long text wraps">
          <Button wide>Withdraw everything that was earned until yesterday evening to the card ending in 1234</Button>
        </Specimen>
        <Specimen of="Links that look like one">
          <div className="flex flex-wrap gap-3">
            <RouteLink route="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
              See all offers
            </RouteLink>
            <RouteLink route="/pages/index/my" className={buttonClass({ look: 'plain', size: 'small' })}>
              Back to My
            </RouteLink>
          </div>
        </Specimen>
        <Specimen of="IconButton, with a count, disabled">
          <div className="flex flex-wrap gap-2">
            <IconButton icon="settings" label="Settings" />
            <IconButton icon="bell" label="Notices, 3 unread" badge={3} />
            <IconButton icon="bell" label="Notices, 27 unread" badge={27} />
            <IconButton icon="trash" label="Delete" disabled />
          </div>
        </Specimen>
      </Shelf>
    </Screen>
  )
}
