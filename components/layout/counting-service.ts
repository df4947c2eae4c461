import { t } from '@/lib/texts/texts';

/** What counts visits. */
export type Counting = {
  /** Google's analytics or tag manager. */
  isGoogle: boolean;
  /** Another service. An empty name: a script of the owner's. Null: none. */
  service: { name: string; host: string; isPostHog: boolean } | null;
};

/** What a service that counts visits receives, as an item of a list. */
export function sayService({ name, host, isPostHog }: NonNullable<Counting['service']>): string {
  if (name === '') {
    return t(
      'privacy.sharedScript',
      "{host}, whose script the people who run this site have added to it. It runs on the pages you open here, so it can receive their addresses with the words you search for, what led you here, your IP address and your browser's user agent, and it may set cookies;",
      { host },
    );
  }
  if (isPostHog) {
    return t(
      'privacy.sharedPostHog',
      "{service} at {host}, which counts visits. It receives the addresses of the pages you open here, with the words you search for, when you leave them, what led you here, the size of your screen, your time zone, your IP address and your browser's user agent. It tells you apart by a random number that your browser forgets with the page, and stores nothing in your browser;",
      { service: name, host },
    );
  }
  return t(
    'privacy.sharedCounter',
    "{service} at {host}, which counts visits without cookies. It receives the addresses and titles of the pages you open here, with the words you search for, what led you here, the size of your screen, your language, your IP address and your browser's user agent;",
    { service: name, host },
  );
}
