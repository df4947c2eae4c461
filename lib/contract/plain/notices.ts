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

/** What the site's owner announces, who sponsors the site, and what moderators have stopped, at one moment. */
export type Notices = {
  promos: readonly SiteLink[];
  sponsors: readonly Sponsor[];
  /** What moderators have stopped for now, in sentences. Absent if nothing. */
  stopped?: string;
};
