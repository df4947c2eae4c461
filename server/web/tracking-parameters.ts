import { splitWords } from '@/server/text/split-words';

/**
 * Query parameters that only record where a visitor came from. The list deliberately omits `source`, `id`, `v`, `p`,
 * `q` and similar names, which select the page on some sites: a wrong merge loses a product, while a wrong split only
 * lists it twice.
 */
const TRACKING_PARAMETERS = new Set(
  splitWords(`
    gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid fb_action_ids
    fb_action_types fb_source igshid igsh msclkid twclid ttclid yclid ysclid _openstat li_fat_id epik rdt_cid
    mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc __hssc __hsfp hsctatracking vero_id vero_conv oly_anon_id
    oly_enc_id wickedid rb_clickid s_cid ml_subscriber ml_subscriber_hash _branch_match_id ref ref_src ref_url
    referrer referer via aff
  `),
);

const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'hsa_', 'matomo_', 'piwik_'];

export function isTracking(name: string): boolean {
  const key = name.toLowerCase();
  return TRACKING_PARAMETERS.has(key) || TRACKING_PREFIXES.some((prefix) => key.startsWith(prefix));
}
