import { Arches } from './arches'
import './banner.css'

export const Art = () => (
  <svg className="banner-art" viewBox="0 0 200 200" width="176" height="176" aria-hidden="true">
    <Arches />
  </svg>
)
