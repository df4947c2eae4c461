import fc from 'fast-check';
import { hostileText, writeText } from '../../drill/hostile-markdown';
import { longReferences, wideTable } from '../../setup/costly-markdown';
import { createTextWorkers } from '@/server/workers/text-workers';

const textWorkers = createTextWorkers();
afterAll(() => textWorkers.close());

it.each([
  ['a wide table', wideTable],
  ['references to a long link', longReferences],
])('refuses %s, which would be megabytes of HTML', async (_, markdown) => {
  await expect(textWorkers.renderMarkdown(markdown)).rejects.toMatchObject({
    code: 'bad_request',
    details: {
      fields: { description: expect.stringMatching(/^This description takes too long to format\. Use /) },
    },
  });
});

/** The drill `markdown` tries more texts, in full length. */
const [runs, charsMax] = [20, 1_000];

it('renders or refuses hostile texts while the event loop keeps turning', async () => {
  const outcomes = { rendered: 0, refused: 0, turns: 0 };
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      let isTurning = true;
      const turn = () => {
        outcomes.turns += 1;
        if (isTurning) setImmediate(turn);
      };
      setImmediate(turn);
      await textWorkers.renderMarkdown(writeText(text).slice(0, charsMax)).then(
        () => (outcomes.rendered += 1),
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'bad_request' });
          outcomes.refused += 1;
        },
      );
      isTurning = false;
    }),
    { seed: 20, numRuns: runs },
  );
  expect(outcomes.rendered + outcomes.refused).toBe(runs);
  expect(outcomes.turns).toBeGreaterThan(10 * runs);
});
