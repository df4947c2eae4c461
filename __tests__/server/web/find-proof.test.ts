import { createTextWorkers } from '@/server/workers/text-workers';
import { claimSites } from '../../setup/claim-outcomes';
import { honestSites } from '../../setup/honest-claim-sites';
import { hostileFiles } from '../../setup/hostile-claim-files';
import { hostileHeads } from '../../setup/hostile-claim-heads';

const textWorkers = createTextWorkers();
afterAll(() => textWorkers.close());

it.each([
  ['files', hostileFiles],
  ['front pages', hostileHeads],
])('takes no text of a visitor for a proof: %s', async (_, sites) => {
  const outcomes = await claimSites(sites, textWorkers);
  const proofs = outcomes.filter(({ outcome }) => outcome !== undefined && outcome !== 'refused');
  expect(proofs.map(({ site, outcome }) => `${site.name}: ${outcome}`)).toEqual([]);
});

it('finds the proofs of honest owners', async () => {
  const outcomes = await claimSites(honestSites, textWorkers);
  expect(outcomes.map(({ site, outcome }) => `${site.name}: ${outcome}`)).toEqual(
    honestSites.map(({ name, proof }) => `${name}: ${proof}`),
  );
});
