const SUM = /(Rs\. [\d,]+(?:\.\d\d)?)/

/** Keeps each sum of a sentence on one line, without a change of the text that is copied or read by a screen reader. */
export const Sums = ({ text }: { text: string }) =>
  text.split(SUM).map((part, i) =>
    i % 2 ? (
      <span key={i} className="money">
        {part}
      </span>
    ) : (
      part
    ),
  )
