import { Fragment } from 'react'

/** Commands in texts of operations are between backticks. */
export const Words = ({ text }: { text: string }) =>
  text
    .split('`')
    .map((part, i) => (i % 2 ? <code key={i}>{part}</code> : <Fragment key={i}>{part}</Fragment>))
