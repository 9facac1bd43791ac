/** After the footer, so that browsers without popovers show the page's content first. */
import { SearchForm } from '~/catalog/search/search-form'
import { Popover, useClosedPopovers } from '~/ui/popover'
import { JoinPanel } from './join-panel'
import { SideMenu } from './menu'
import { CategoriesPanel, DealZonePanel } from './nav-bar'
import { NewsPanel } from './news-panel'

export function Panels() {
  useClosedPopovers()
  return (
    <>
      <SideMenu />
      <JoinPanel />
      <NewsPanel />
      <CategoriesPanel />
      <DealZonePanel />
      <Popover id="search-panel" title="Search" className="panels-search">
        <SearchForm id="search-narrow" first />
      </Popover>
    </>
  )
}
