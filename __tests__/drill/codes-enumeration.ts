import { quantile } from '../setup/measured';
import type { Answer, CodeSite } from './codes-site';

/** How often the addresses of a kind are parted into two groups. */
const HALVINGS = 1_000;
/** How many addresses are asked for at once. */
const CONCURRENT = 16;
const WARM_UPS = 100;
/** The share of the halvings that differ less than what is allowed. */
const ALLOWED_SHARE = 0.95;

type Kind = { asking: number[]; guessing: number[] };
type Comparison = { figure: string; faults: string[] };

/**
 * Asks for a code and enters a wrong one, at addresses with an account and at addresses without, by turns. The answers have to
 * be the same. The medians of the times may differ as much as those of two halves of the same kind do.
 */
export async function compareAddresses(
  site: CodeSite,
  known: readonly string[],
  draw: () => number,
): Promise<Comparison> {
  const times = {
    known: { asking: [], guessing: [] },
    unknown: { asking: [], guessing: [] },
  } satisfies Record<string, Kind>;
  const shapes = { known: new Set<string>(), unknown: new Set<string>() };
  const measure = async (kind: 'known' | 'unknown', email: string) => {
    const askedAtMs = performance.now();
    const asked = await site.ask(email);
    const guessedAtMs = performance.now();
    const code = site.codeOf(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const startedAtMs = performance.now();
    const guessed = await site.enter(wrong, { cookie: asked.cookie });
    const own: Kind = times[kind];
    own.asking.push(guessedAtMs - askedAtMs);
    own.guessing.push(performance.now() - startedAtMs);
    shapes[kind].add(`${shapeOf(asked, email)}\n${shapeOf(guessed, email)}`);
    if (code === '') shapes[kind].add('no email');
    site.forgetEmail(email);
  };
  const warmUps = Math.min(WARM_UPS, known.length);
  for (let count = 0; count < warmUps; count += 1)
    await measure('known', `warming-up${count}@members.example`);
  for (const kind of [times.known, times.unknown])
    [kind.asking, kind.guessing].forEach((each) => each.splice(0));
  shapes.known.clear();
  const waiting = known.values();
  const work = async () => {
    for (const email of waiting) {
      const unknown = email.replace('known', 'other');
      const isKnownFirst = draw() < 0.5;
      if (isKnownFirst) await measure('known', email);
      await measure('unknown', unknown);
      if (!isKnownFirst) await measure('known', email);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  const faults = [...shapes.known].flatMap((shape) =>
    shapes.unknown.has(shape) ? [] : [`Only addresses with an account answer:\n${shape}`],
  );
  for (const shape of shapes.unknown)
    if (!shapes.known.has(shape)) faults.push(`Only addresses without an account answer:\n${shape}`);
  const judged = (['asking', 'guessing'] as const).map((step) =>
    judge(step, times.known[step], times.unknown[step], draw),
  );
  return {
    figure: `${known.length} addresses with an account and ${known.length} without: ${shapes.known.size} kind of answer for both; ${judged.map(({ figure }) => figure).join('; ')}`,
    faults: [...faults, ...judged.flatMap(({ fault }) => fault ?? [])],
  };
}

function judge(step: string, known: readonly number[], unknown: readonly number[], draw: () => number) {
  const [ofKnown, ofUnknown] = [quantile(known, 0.5), quantile(unknown, 0.5)];
  const difference = Math.abs(ofKnown - ofUnknown);
  const halvings = [known, unknown].flatMap((times) =>
    Array.from({ length: HALVINGS / 2 }, () => differenceOfHalves(times, draw)),
  );
  const allowed = quantile(halvings, ALLOWED_SHARE);
  const ms = (value: number) => `${value.toFixed(3)} ms`;
  const figure = `${step} takes ${ms(ofKnown)} with and ${ms(ofUnknown)} without an account: ${ms(difference)} apart, halves of a kind ${ms(quantile(halvings, 0.5))}, ${100 * ALLOWED_SHARE} % of them below ${ms(allowed)}`;
  return { figure, fault: difference > allowed ? `The time tells of accounts: ${figure}` : undefined };
}

/** Parts the times at random, and compares the medians. */
function differenceOfHalves(times: readonly number[], draw: () => number): number {
  const shuffled = [...times];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] ?? 0, shuffled[last] ?? 0];
  }
  const middle = Math.floor(shuffled.length / 2);
  return Math.abs(quantile(shuffled.slice(0, middle), 0.5) - quantile(shuffled.slice(middle), 0.5));
}

/** What a browser sees, without what is different at each request. */
function shapeOf({ status, text, headers, cookie }: Answer, email: string): string {
  const drawn = /^(?:date|x-request-id|server-timing)$/;
  const secret = cookie.split('=')[1] || '<no secret>';
  const lines = [...headers]
    .filter(([name]) => !drawn.test(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(secret, '<secret>')}`);
  const said = text.replaceAll(email, '<address>').replace(/"requestId":"[^"]+"/, '');
  return [status, ...lines.toSorted(), said].join('\n');
}
