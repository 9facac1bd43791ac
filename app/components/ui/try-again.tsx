export const TryAgain = ({ className }: { className: string }) => (
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is that of this page
  <a href="" className={className}>
    Try again
  </a>
)
