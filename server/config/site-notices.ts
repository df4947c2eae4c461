import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Notices, PlacedLink } from '@/lib/contract/plain/site';
import type { ServerEnv } from './env';
import { loadSiteFile, requireInPlace, type SiteFile } from '@/server/fields/site-file';

type NoticesEnv = Pick<ServerEnv, 'siteFile' | 'isSiteFileOptional' | 'promos' | 'links' | 'fields'>;
type Days = { from?: string; until?: string };

/** The promos and sponsors that are shown today, and what is stopped. The site file declares the first two and can be read again. */
export class SiteNotices {
  readonly #env: NoticesEnv;
  readonly #now: () => Date;
  #file: SiteFile;
  #current: { day: string; notices: Notices } | undefined;
  #stopped = '';
  #links: readonly PlacedLink[] = [];

  /** @throws ConfigError naming the site file and the line. */
  constructor(env: NoticesEnv, now: () => Date) {
    this.#env = env;
    this.#now = now;
    this.#file = loadSiteFile(env.siteFile, env.isSiteFileOptional);
  }

  get current(): Notices {
    const day = this.#now().toISOString().slice(0, 10);
    if (this.#current?.day !== day) {
      const isShown = ({ from = day, until = day }: Days) => from <= day && day <= until;
      const promos = this.#file.promos.filter(isShown).map(({ text, url }) => ({ label: text, url }));
      const links = [...this.#links, ...this.#env.links.map(({ label, url }) => ({ href: url, label }))];
      const notices = {
        promos: [...this.#env.promos, ...promos],
        sponsors: this.#file.sponsors.filter(isShown),
        ...(links.length > 0 && { links }),
        ...(this.#stopped && { stopped: this.#stopped }),
      };
      this.#current = { day, notices };
    }
    return this.#current.notices;
  }

  /** For how long the current notices are shown: until midnight if there are any with days. */
  get remainingMs(): number {
    const { promos, sponsors } = this.#file;
    const hasDays = [...promos, ...sponsors].some(({ from, until }: Days) => from ?? until);
    return hasDays ? DAY_MS - (this.#now().getTime() % DAY_MS) : Infinity;
  }

  /** @param stopped what moderators have stopped, in sentences. */
  setStopped(stopped: string): void {
    this.#stopped = stopped;
    this.#current = undefined;
  }

  /** @param links to the pages that admins have written, in the order in which they are shown. */
  setLinks(links: readonly PlacedLink[]): void {
    this.#links = links;
    this.#current = undefined;
  }

  /**
   * Reads the site file again.
   *
   * @returns whether it declares the fields as before. Others apply from the next start.
   * @throws ConfigError naming the file and the line. The notices stay as they were.
   */
  reload(): { hasSameFields: boolean } {
    const { siteFile, isSiteFileOptional, fields } = this.#env;
    requireInPlace(siteFile);
    this.#file = loadSiteFile(siteFile, isSiteFileOptional);
    this.#current = undefined;
    return { hasSameFields: JSON.stringify(this.#file.fields) === JSON.stringify(fields) };
  }
}
