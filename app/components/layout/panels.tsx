/** Panels follow the footer: browsers without popovers then show the page's content first. */
import { useEffect } from 'react'
import { useRoot } from './root-data'
import { SearchForm } from '~/components/search/search-form'
import { Popover, useClosedPopovers } from '~/components/ui/popover'
import { JoinPanel } from './join-panel'
import { SideMenu } from './menu'
import { CategoriesPanel, DealZonePanel } from './nav-bar'
import { NewsPanel } from './news-panel'
import './panels.css'

/** The installed app's shortcut 'Search' (public/manifest.webmanifest) opens #search. */
function useSearchShortcut() {
  useEffect(() => {
    if (window.location.hash !== '#search') return
    const box = document.getElementById('search')
    if (box?.checkVisibility()) box.focus()
    else document.getElementById('search-panel')?.showPopover()
  }, [])
}

export function Panels() {
  useClosedPopovers()
  useSearchShortcut()
  const { categories, topDeals } = useRoot().frame
  return (
    <>
      <SideMenu />
      <JoinPanel />
      <NewsPanel />
      <CategoriesPanel categories={categories} />
      <DealZonePanel topDeals={topDeals} />
      <Popover id="search-panel" title="Search" className="panels-search">
        <SearchForm id="search-narrow" first />
      </Popover>
    </>
  )
}
