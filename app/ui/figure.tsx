import './figure.css'

/** '8.00%' and 'Rs. 250.00' with a large whole part. Ends in a space, so that the following text is a separate word. */
export function Figure({ text }: { text: string }) {
  const [head = text, before = text, whole = ''] = /^(\D*)(\d[\d,]*)/.exec(text) ?? []
  return (
    <>
      {before}
      {whole && <b>{whole}</b>}
      {`${text.slice(head.length)} `}
    </>
  )
}
