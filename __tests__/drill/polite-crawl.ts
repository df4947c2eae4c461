import { join } from 'node:path';
import { requireNone } from './require-none';
import { readAsRobot } from './robot';
import { serveSite } from './served-site';

/** Addresses that a site may show a search engine for each product. */
const ADDRESSES_PER_PRODUCT = 3;
/** Where a site counts as endless. */
const ADDRESSES_MAX = 20_000;

/**
 * Serves the built demo, and reads it as a polite search engine does.
 *
 * @throws OwnerError if the robot gets to know too many addresses, or links lead where robots.txt says no.
 */
export async function drillPoliteCrawl(folder: string): Promise<string> {
  const site = await serveSite(join(folder, 'data'), 0);
  try {
    const { addresses, unindexed, contradictions } = await readAsRobot(site.url, ADDRESSES_MAX);
    const productCount = [...addresses].filter((path) => /^\/tool\/[^/?]+$/.test(path)).length;
    const perProduct = addresses.size / productCount;
    const counts = new Map<string, number>();
    for (const path of addresses) {
      const kind = path.replace(/^(\/[^/?]*)[^?]*(\?[^=]*)?.*/, '$1$2');
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const [kind, count] of [...counts].toSorted(([, one], [, other]) => other - one))
      console.log(`      ${count} ${kind}`);
    const result =
      `${addresses.size} addresses for ${productCount} products, ${perProduct.toFixed(2)} each; ` +
      `${unindexed.length} were rendered only to say noindex`;
    requireNone([...contradictions], 'links without nofollow that robots.txt refuses');
    requireNone(perProduct > ADDRESSES_PER_PRODUCT ? [result] : [], 'crawls with too many addresses');
    return result;
  } finally {
    await site.stop();
  }
}
