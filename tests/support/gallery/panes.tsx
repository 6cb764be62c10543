import { useState } from 'react'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Fact, Facts } from '#src/ui/facts.tsx'
import { List, ListRow } from '#src/ui/list-row.tsx'
import { LocaleContext } from '#src/ui/locale-context.ts'
import { LocaleFields } from '#src/ui/locale-fields.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { ChooseRow, DetailPane, TwoPanes } from '#src/ui/two-panes.tsx'
import { Specimen } from './specimen.tsx'

const places = {
  hasChosenLanguage: true,
  language: 'id',
  languages: ['en', 'id'],
  country: 'ID',
  choose: () => Promise.resolve(),
}
const machines = ['Kilat DC 60', 'Melati night van', 'Kancil S1']

/** Panes of a wide screen, and the choices of language and country. */
export function Panes() {
  const [chosen, setChosen] = useState(machines[0])
  const detail = (
    <DetailPane
      key={chosen}
      title={chosen}
      actions={<IconButton icon="share" label="Share" />}
      bottom={<Button wide>Claim $12.40</Button>}
    >
      <Card>
        <Facts>
          <Fact name="Price">$125.00</Fact>
          <Fact name="Term">180 days</Fact>
        </Facts>
      </Card>
    </DetailPane>
  )
  return (
    <Screen title="Panes" width="panes">
      <Specimen of="Language and country">
        <LocaleContext value={places}>
          <LocaleFields
            countries={[
              { id: 'ID', name: 'Indonesia', alias: 'id' },
              { id: 'MY', name: 'Malaysia', alias: 'ms' },
            ]}
            isLabelled
          />
        </LocaleContext>
      </Specimen>
      <TwoPanes detail={detail}>
        <List label="Machines">
          {machines.map((it) => (
            <li key={it}>
              <ChooseRow isChosen={it === chosen} onChoose={() => setChosen(it)}>
                <ListRow start="bolt" title={it} leads />
              </ChooseRow>
            </li>
          ))}
        </List>
      </TwoPanes>
    </Screen>
  )
}
