/** Hosts of shorteners and networks, whose links redirect to a target that we cannot see. Subdomains count, too. */

const SHORTENERS = `
  amzn.to amzn.in amzn.eu a.co fkrt.it fkrt.co fkrt.cc fkrt.site myntr.it myntr.in ajiio.in ajio.page dl.flipkart.com
  bit.ly bitly.com j.mp t.co goo.gl g.co tinyurl.com ow.ly is.gd v.gd cutt.ly rb.gy rebrand.ly shorturl.at tiny.cc t.ly s.id
  buff.ly lnkd.in dlvr.it db.tt wp.me youtu.be fb.me fb.watch m.me t.me wa.me wa.link chng.it qr.ae ift.tt
  page.link app.link app.goo.gl onelink.me smart.link smarturl.it go.link bnc.lt test-app.link adj.st go.page.link branch.link
  dub.sh short.gy shrtco.de soo.gd clck.ru u.to spoo.me linktr.ee lnk.to bitli.in ekaro.in extp.in fktr.in wishlink.com wsli.nk
  msho.in meesho.page shp.ee s.click.aliexpress.com ebay.us etsy.me nyk0.page.link tatacliq.page.link
`
  .trim()
  .split(/\s+/)

const NETWORKS = `
  awin1.com zenaps.com tidd.ly prf.hn 7eer.net evyy.net pxf.io sjv.io ojrq.net impact.com impactradius.com
  anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com emjcd.com qksrv.net cj.dotomi.com
  ad.admitad.com admitad.com alitems.co alitems.com lenkmio.com rzekl.com tjzuh.com
  click.linksynergy.com linksynergy.com rstyle.me shrsl.com shareasale.com shareasale-analytics.com
  go2cloud.org hasoffers.com trackier.com vnative.com vcommission.com track.vcommission.com gotrackier.com
  cuelinks.com linksredirect.com clnk.in inrdeals.com inr.deals tracking.inrdeals.com earnkaro.com affiliaxe.com
  omguk.com optimisemedia.com track.omguk.com invol.co involve.asia invle.co accesstrade.net accesstrade.in
  viglink.com redirectingat.com skimresources.com skimlinks.com go.skimresources.com pepperjamnetwork.com pjtra.com pntra.com
  webgains.com track.webgains.com tradedoubler.com clk.tradedoubler.com effiliation.com partnerize.com
  googleadservices.com doubleclick.net ad.doubleclick.net l.facebook.com lm.facebook.com l.instagram.com out.reddit.com
`
  .trim()
  .split(/\s+/)

const shorteners = new Set(SHORTENERS)
const networks = new Set(NETWORKS)

/** The host, and the names that it is below: 'a.b.c', 'b.c', 'c'. */
export const listParentDomains = (host: string): string[] => {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}

type LinkHost = 'short-link' | 'network-link'

/** `networkHosts`: hosts of the shop's own networks. Null: none of these. */
export function classifyLinkHost(
  host: string,
  networkHosts: ReadonlySet<string> = new Set(),
): LinkHost | null {
  const names = listParentDomains(host)
  if (names.some((name) => shorteners.has(name))) return 'short-link'
  return names.some((name) => networks.has(name) || networkHosts.has(name)) ? 'network-link' : null
}
