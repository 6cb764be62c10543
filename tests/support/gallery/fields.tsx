import { useState } from 'react'
import { AmountField } from '#src/ui/amount-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { PhoneField } from '#src/ui/phone-field.tsx'
import { PinField } from '#src/ui/pin-field.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { TextArea, TextField } from '#src/ui/text-field.tsx'
import { now } from './products.ts'
import { Shelf, Specimen } from './specimen.tsx'

const minute = 60_000

export function Fields() {
  const [phone, setPhone] = useState('')
  const [amount, setAmount] = useState<number>()
  const [pin, setPin] = useState('')
  const [blockedUntil, setBlockedUntil] = useState<number>()
  const [sent, setSent] = useState(0)
  const send = () => {
    setSent(sent + 1)
    setBlockedUntil(Date.now() + minute)
  }
  return (
    <Screen title="Fields" width="panes" bottom={<Button wide>Claim $12.40</Button>}>
      <output className="wrap-anywhere">{JSON.stringify({ phone, amount, pin, sent })}</output>
      <Shelf>
        <Specimen of="Text: hint, placeholder">
          <TextField label="Name" hint="As on your card" placeholder="Ada" />
        </Specimen>
        <Specimen of="Text: filled, wrong">
          <TextField
            label="Invite code"
            defaultValue="VOLT"
            error="This code is not known. Ask whoever gave it to you."
          />
        </Specimen>
        <Specimen of="Text: disabled">
          <TextField label="Member number" defaultValue="20 114" disabled />
        </Specimen>
        <Specimen of="Text area">
          <TextArea label="Address" defaultValue="12 Jalan Melati" />
        </Specimen>
        <Specimen of="Text area: wrong">
          <TextArea label="Reason" error="Say in a few words what is wrong." />
        </Specimen>
        <Specimen of="Password">
          <PasswordField label="Password" />
        </Specimen>
        <Specimen of="Phone">
          <PhoneField label="Phone" defaultCountry="ID" value={phone} onChange={setPhone} />
        </Specimen>
        <Specimen of="Phone: filled, wrong">
          <PhoneField
            label="Number at the bank"
            defaultCountry="ID"
            value="+6581234"
            onChange={() => undefined}
            error="This number is too short."
          />
        </Specimen>
        <Specimen of="Code">
          <CodeField label="Code" onSend={send} blockedUntil={blockedUntil} />
        </Specimen>
        <Specimen of="Code: being sent">
          <CodeField label="Code for the card" onSend={send} isSending blockedUntil={undefined} />
        </Specimen>
        <Specimen of="Code: counting down, wrong">
          <CodeField
            label="Code for signing"
            onSend={send}
            blockedUntil={now + minute}
            defaultValue="1234"
            error="That is not the code."
          />
        </Specimen>
        <Specimen of="Amount">
          <AmountField label="Amount" currency="USD" value={amount} onChange={setAmount} />
          <Button look="quiet" onClick={() => setAmount(99_999)}>
            Whole balance
          </Button>
        </Specimen>
        <Specimen of="Amount: without decimals, wrong">
          <AmountField
            label="Withdraw"
            currency="IDR"
            value={12_500_000}
            onChange={() => undefined}
            error="You have IDR 9,800,000."
          />
        </Specimen>
        <Specimen of="PIN of 6">
          <PinField label="Transaction password" value={pin} onChange={setPin} />
        </Specimen>
        <Specimen of="PIN of 6: wrong">
          <PinField label="Once more" value="1234" onChange={() => undefined} error="The two are not the same." />
        </Specimen>
        <Specimen of="Select">
          <SelectField label="Language">
            <option>English</option>
            <option>Bahasa Indonesia</option>
          </SelectField>
        </Specimen>
        <Specimen of="Select: wrong">
          <SelectField label="Bank" error="Choose a bank.">
            <option>None yet</option>
          </SelectField>
        </Specimen>
        <Specimen of="Select: disabled">
          <SelectField label="Network" disabled>
            <option>TRC20</option>
          </SelectField>
        </Specimen>
      </Shelf>
    </Screen>
  )
}
