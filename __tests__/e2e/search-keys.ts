import { seededDraw } from '@/server/tiles/tile';
import { signInAs } from './member';
import { type KeySequence, type Press, pressKeys } from './pressed-keys';
import { expect, test, visit } from './site';

/** `npm run drill -- search-keys` runs these 10,000 sequences of random keys, in the build and in Chromium. */
const SEEDS = 10;
const SEQUENCES = 1_000;
const BATCH = 100;
const KEYS_MAX = 12;
const KEYS = 'r e j u s t a Backspace ArrowDown ArrowDown ArrowUp Home End Pointer'.split(' ');
const NAMES = ['react', 'redux', 'remix', 'rust', 'java', 'jest', 'editor'];
/** Longer than the slowest answer. */
const SETTLED_TURNS = 10;
const ANSWER_TURNS_MAX = 5;

function sequencesOf(seed: number): KeySequence[] {
  const draw = seededDraw(String(seed));
  const below = (limit: number) => Math.floor(draw() * limit);
  const press = (): Press => ({
    key: KEYS[below(KEYS.length)] ?? '',
    answerTurns: below(ANSWER_TURNS_MAX + 1),
    restTurns: draw() < 0.6 ? SETTLED_TURNS : 1,
    place: draw(),
  });
  return Array.from({ length: SEQUENCES }, () => {
    const presses = Array.from({ length: 1 + below(KEYS_MAX) }, press);
    const entersEarly = draw() < 0.3;
    const last = presses.at(-1);
    if (entersEarly && last) Object.assign(last, { answerTurns: ANSWER_TURNS_MAX, restTurns: 1 });
    return { presses, entersEarly };
  });
}

// A small window is painted fast.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  extraHTTPHeaders: {},
  viewport: { width: 320, height: 240 },
});
test.setTimeout(1_200_000);

for (let seed = 1; seed <= SEEDS; seed += 1) {
  test(`seed ${seed}: the active descendant, the selection and what Enter opens agree`, async ({ page }) => {
    // Members open every page. Visitors would have to sign in first.
    await signInAs(page, 'ada-birch');
    await visit(page, '/terms');
    const sequences = sequencesOf(seed);
    for (let from = 0; from < SEQUENCES; from += BATCH) {
      const batch = sequences.slice(from, from + BATCH);
      expect(await page.evaluate(pressKeys, { sequences: batch, names: NAMES })).toEqual([]);
    }
  });
}
