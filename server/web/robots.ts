import robotsParser from 'robots-parser';

const PATH_UNITS_MAX = 2_048;

/** What a robots.txt says to an agent about a URL. Runs in a thread: the site chooses how long the rules are. */
export function readRobots(text: string, url: URL, agent: string) {
  const robots = robotsParser(new URL('/robots.txt', url).href, text);
  const path = new URL(url);
  if (path.pathname.length + path.search.length > PATH_UNITS_MAX) path.search = '';
  return {
    isAllowed: robots.isAllowed(path.href, agent) ?? true,
    crawlDelaySeconds: robots.getCrawlDelay(agent),
  };
}
