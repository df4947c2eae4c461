// Apart from the other calls, so that no other page loads its schema.
import {
  acceptSiteCall,
  followSiteCall,
  listSiteChecksCall,
  type SiteCheck,
} from '@/lib/contract/site-check';
import { call } from '@/lib/api/http';

export const listSiteChecks = (query: { after?: string } = {}) => call(listSiteChecksCall, { query });

const ofCheck = ({ product, checkedAt }: SiteCheck) => ({
  params: { id: product.id },
  body: { seen: checkedAt },
});

/** @throws ApiFailure `conflict` when the site was visited again since. */
export const acceptSite = (check: SiteCheck) => call(acceptSiteCall, ofCheck(check));

/** @throws ApiFailure `conflict` also when another product has the new URL. */
export const followSite = (check: SiteCheck) => call(followSiteCall, ofCheck(check));
