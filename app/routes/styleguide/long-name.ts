export const LONG =
  'A very long name that goes on, of the Shree Balaji Handloom & Handicrafts Emporium of Kanchipuram'
