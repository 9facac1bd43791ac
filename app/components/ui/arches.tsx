export const Arches = () => (
  <>
    <path d="M4 200V122C4 62 60 29 100 14c40 15 96 48 96 108v78" />
    <path
      opacity=".8"
      d="M22 200V132a20 20 0 0 1 5-36 16 16 0 0 1 13-26 15 15 0 0 1 21-18 15 15 0 0 1 25-9 15 15 0 0 1 28 0 15 15 0 0 1 25 9 15 15 0 0 1 21 18 16 16 0 0 1 13 26 20 20 0 0 1 5 36v68"
    />
    <path
      opacity=".6"
      d="M46 200v-57c0-34 31-52 54-61 23 9 54 27 54 61v57M66 200v-44c0-21 20-32 34-38 14 6 34 17 34 38v44"
    />
  </>
)

export const EmptyGate = () => (
  <svg className="empty-gate" viewBox="0 0 200 200" width="24" height="24" aria-hidden="true">
    <Arches />
  </svg>
)
