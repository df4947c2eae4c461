import { OwnerError } from '@/server/base/errors';
import { createTextWorkers } from '@/server/workers/text-workers';
import { claimSites } from '../setup/claim-outcomes';
import { honestSites } from '../setup/honest-claim-sites';
import { hostileFiles } from '../setup/hostile-claim-files';
import { hostileHeads } from '../setup/hostile-claim-heads';

/**
 * Claims hostile and honest sites on loopback, by the rules of the product: no text of a visitor may be a proof, and each
 * honest owner must be found in the way that the owner has chosen.
 *
 * @returns what it has found. @throws OwnerError when a claim had another outcome.
 */
export async function drillClaims(): Promise<string> {
  const hostile = [...hostileFiles, ...hostileHeads];
  const textWorkers = createTextWorkers();
  try {
    const outcomes = await claimSites([...hostile, ...honestSites], textWorkers);
    const wrong = outcomes.filter(({ site, outcome }) => {
      console.log(`  ${site.name}: ${outcome ?? 'no proof'}`);
      return outcome === 'refused' ? site.proof : outcome !== site.proof;
    });
    if (wrong.length > 0) {
      throw new OwnerError(`Wrong outcomes: ${wrong.map(({ site: { name } }) => name).join('; ')}.`);
    }
    return `0 false proofs of ${hostile.length} hostile sites, ${honestSites.length} of ${honestSites.length} honest owners found`;
  } finally {
    await textWorkers.close();
  }
}
