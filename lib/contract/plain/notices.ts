import type { SiteLink } from './site-links';

/** A sponsored place. */
export type Sponsor = {
  name: string;
  text: string;
  url: string;
  /** The first and the last day of the place, in UTC: 2026-12-01. */
  from: string;
  until: string;
};

/** What the site's owner announces, and who sponsors the site, at one moment. */
export type Notices = { promos: readonly SiteLink[]; sponsors: readonly Sponsor[] };
