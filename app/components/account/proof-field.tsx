import { useRef, useState, type ChangeEvent } from 'react'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { moneyMessages } from '~/messages/money'
import { Field } from '~/components/ui/field'
import { useTypedBefore } from '~/components/ui/typed-before'
import '~/components/ui/file-button.css'

const { proofTooLarge } = moneyMessages.claims

/** With scripts a file that the server would refuse is not sent: what else was typed on the page stays. */
export function ProofField({ hint }: { hint: string }) {
  const [isTooLarge, setTooLarge] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  function checkSize(input: HTMLInputElement) {
    const isLarge = (input.files?.[0]?.size ?? 0) > LARGEST_FILE
    if (isLarge) input.value = ''
    setTooLarge(isLarge)
  }
  useTypedBefore(file, checkSize)
  return (
    <Field
      inputRef={file}
      name="proof"
      type="file"
      accept="image/jpeg,image/png,image/webp,application/pdf"
      label="Invoice or picture"
      hint={hint}
      problem={isTooLarge ? proofTooLarge : undefined}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => checkSize(currentTarget)}
    />
  )
}
