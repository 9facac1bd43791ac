/**
 * The popovers that the header's buttons open. They stand after the footer, so that a page begins with its own content
 * where nothing hides them: in text browsers and in those that know no popovers.
 */
import { SearchForm } from '~/catalog/search-form'
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
      <Popover id="search-panel" title="Search" className="pop-search">
        <SearchForm id="search-narrow" first />
      </Popover>
    </>
  )
}
