import { DatabaseWaits } from '@/server/db/database-waits';
import { withDeadline } from '@/server/base/async-context';
import { until } from '../../setup/until';

it('gives up every wait when the server answers no probe, and waits again once the server answers', async () => {
  let isAnswering = false;
  let probeCount = 0;
  const waits = new DatabaseWaits(() => {
    probeCount += 1;
    return Promise.resolve(isAnswering);
  });
  let givenUpCount = 0;
  const giveUp = () => (givenUpCount += 1);
  waits.end(waits.begin(giveUp));
  waits.begin(giveUp);
  await new Promise<void>((resolve) => waits.begin(resolve));

  expect([waits.isSilent, givenUpCount, probeCount]).toEqual([true, 1, 1]);

  isAnswering = true;
  await until(() => !waits.isSilent);
  expect(probeCount).toBe(2);
  waits.close();
});

it('takes an answered probe as an answer, so that the next probe comes a second later', async () => {
  const probedAtMs: number[] = [];
  const waits = new DatabaseWaits(() => {
    probedAtMs.push(performance.now());
    return Promise.resolve(true);
  });
  const wait = waits.begin(() => undefined);
  await until(() => probedAtMs.length === 2);

  const [first = 0, second = 0] = probedAtMs;
  expect(second - first).toBeGreaterThan(1_000);
  waits.end(wait);
  waits.close();
});

it('gives up at its deadline a wait for a server that answers the others, without a probe', async () => {
  let probeCount = 0;
  const waits = new DatabaseWaits(() => Promise.resolve(++probeCount > 0));
  const givenUp: string[] = [];
  const longer = waits.begin(() => givenUp.push('longer'));
  const answering = setInterval(() => waits.noteAnswer(), 10);
  await withDeadline(150, () => new Promise<void>((resolve) => waits.begin(() => resolve())));
  clearInterval(answering);

  expect([givenUp, waits.isSilent, probeCount]).toEqual([[], false, 0]);
  waits.end(longer);
  waits.close();
});
