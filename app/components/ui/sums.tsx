const SUM = /(Rs\. [\d,]+(?:\.\d\d)?)/

/** A sentence whose sums stay on one line each: its words, and so what is copied or heard, are as they were. */
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
