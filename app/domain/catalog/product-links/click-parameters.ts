/**
 * Parameters of addresses that say who sent a visitor. Those of other publishers and trackers must not reach the shop beside our
 * own link; a parameter that selects the product, its size or colour is in no list.
 */

/** Compared without case. */
const NAMES: ReadonlySet<string> = new Set(
  `
  gclid gclsrc gbraid wbraid dclid gad_source gad_campaignid gcl_au srsltid fbclid msclkid ttclid twclid yclid ysclid li_fat_id
  igshid igsh epik rdt_cid scclid sccid s_kwcid ef_id _ga _gl mc_cid mc_eid mkt_tok vero_id oly_enc_id oly_anon_id wickedid
  awc sv1 sv_campaign_id zanpid irclickid irgwc im_ref im_rewards sharedid cjevent cjdata cjsku clickid click_id clickref
  aff_click_id affclickid affiliate_click_id
  affid aff_id aff affiliate affiliateid affiliate_id affiliatecode affcode aff_code affsource afftrack affsub2 aff_source
  aff_unique1 aff_unique2 aff_unique3 aff_unique4 aff_unique5 partnerid partner_id pubid pub_id publisherid publisher_id
  admitad_uid tagtag_uid tduid transaction_id sscid rfsn ranmid raneaid ransiteid ref ref_ referrer referer refid _refid
  linkcode linkid ascsubtag creativeasin
  cmpid cmp cm_mmc cm_sp cm_ven cm_cat cm_pla cm_ite campaignid adgroupid trk trkid tracking_id trackingid
  otracker otracker1 _appid spm scm algo_pvid algo_exp_id aff_fcid aff_fsk aff_platform aff_trace_key
  tt_medium tt_content _branch_match_id _branch_referrer deep_link_value deep_link_sub1 is_retargeting gps_adid
  wt_mc wt.mc_id wtmc xtor at_medium at_campaign ns_mchannel ns_source ns_campaign ns_linkname icid
  sca_ref sca_crp a_aid a_bid chan fp_ref fpr wgu wgexpiry pk_campaign pk_kwd pk_source pk_medium pk_content
  share_id shareid share_source share_medium share_app sharer vmcid pk_vid
`
    .trim()
    .split(/\s+/),
)

const PREFIXES =
  /^(?:utm_|piwik_|mtm_|matomo_|hsa_|pd_rd_|pf_rd_|stm_|itm_|af_|adjust_|aff_sub|affextparam|subid|sub_id|s2s)/i

/** A shop's own 'tag' says which goods: a partner's ends with the number of its programme. */
const isPartnerTag = (name: string, value: string) => /^tag$/i.test(name) && /-\d{2}$/.test(value)

function isClickParameter(pair: string): boolean {
  const name = readName(pair)
  return (
    NAMES.has(name.toLowerCase()) ||
    PREFIXES.test(name) ||
    isPartnerTag(name, pair.slice(pair.indexOf('=') + 1))
  )
}

const filterPairs = (text: string): string =>
  text
    .split('&')
    .filter((pair) => pair !== '' && !isClickParameter(pair))
    .join('&')

/** Leaves the other parameters as they are written. `search` begins with '?', or is empty. */
export function removeClickParameters(search: string): string {
  const kept = filterPairs(search.slice(1))
  return kept && `?${kept}`
}

/** A fragment that has the form of a query; any other one stays. */
export function removeClickFragment(hash: string): string {
  if (!/^#[\w.%[\]-]+=/.test(hash)) return hash
  const kept = filterPairs(hash.slice(1))
  return kept && `#${kept}`
}

function readName(pair: string): string {
  const name = pair.split('=')[0]!.replaceAll('+', ' ')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
