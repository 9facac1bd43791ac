/** The gate as ornament behind the text of a deep ground, whose own stacking context it needs. */
export const Art = () => (
  <svg className="art" aria-hidden="true" width="176" height="176">
    <use href="#icon-arches" />
  </svg>
)
