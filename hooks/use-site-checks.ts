import { call } from '@/lib/api/http';
import {
  acceptSiteCall,
  followSiteCall,
  listSiteChecksCall,
  type SiteCheck,
} from '@/lib/contract/site-check';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The sites that moderators should look at, newest first. */
export function useSiteChecks() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('sites', (after) =>
    call(listSiteChecksCall, { query: { after } }),
  );
  async function decide(send: () => Promise<unknown>, outcome: string): Promise<void> {
    await announce(async () => {
      await send();
      return outcome;
    });
    void list.refresh();
  }

  return {
    /** Undefined until the first page is loaded. */
    siteChecks: pages?.flatMap(({ siteChecks }) => siteChecks),
    list,
    isDeciding: isUnderWay,
    /** Says that the site is fine, or why that failed. */
    accept: (check: SiteCheck) =>
      decide(() => call(acceptSiteCall, visitOf(check)), `${check.product.name} is fine as it is.`),
    /** Gives the product its new URL, or says why that failed. */
    follow: (check: SiteCheck) =>
      decide(() => call(followSiteCall, visitOf(check)), `${check.product.name} has its new address now.`),
  };
}

/** The site as the moderator has seen it: a later visit may have found something else. */
const visitOf = ({ product, checkedAt }: SiteCheck) => ({
  params: { id: product.id },
  body: { seen: checkedAt },
});
