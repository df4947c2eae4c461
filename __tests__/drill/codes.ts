import { join } from 'node:path';
import { OwnerError } from '@/server/base/errors';
import { seededDraw } from '@/server/tiles/tile';
import { attackCodes } from './codes-attack';
import { type Answer, type CodeSite, startCodeSite } from './codes-site';
import { compareAddresses } from './codes-enumeration';
import { DEFAULTS, type DrillRequest } from './drill';

const GUESSED_ADDRESSES = 50;
/** As SIGN_IN_LIMITS says, and said here again: a test of a limit must not move with it. */
const ATTEMPTS = 5;

/** The accounts that the attacks are about, beside those of the comparison. */
const VICTIMS = 100;

const known = (index: number) => `known${String(index).padStart(5, '0')}@members.example`;

/** Notes what must be true. */
type Note = (isTrue: boolean, claim: string) => void;

/**
 * Attacks the codes by email of the built site, as it runs in production: guesses, codes that were used, codes and cookies of
 * other browsers and addresses, the search for addresses with an account, and many requests from many addresses.
 *
 * @returns the figures. @throws OwnerError with all that is not as it should be.
 */
export async function drillCodes(folder: string, _round: number, request: DrillRequest): Promise<string> {
  const requests = request.requests ?? DEFAULTS.codeRequests;
  const addresses = Math.ceil(requests / 10);
  const draw = seededDraw(`codes ${request.seed}`);
  const faults: string[] = [];
  let checkCount = 0;
  const note: Note = (isTrue, claim) => {
    checkCount += 1;
    if (!isTrue) faults.push(claim);
  };
  const victims = Array.from({ length: VICTIMS }, (_, index) => known(addresses + index));
  const compared = Array.from({ length: addresses }, (_, index) => known(index));
  const site = await startCodeSite(join(folder, 'data'), [...compared, ...victims]);
  const figures: string[] = [];
  let sessionCount = 0;
  try {
    await guess(site, note);
    sessionCount += await replay(site, note);
    sessionCount += await tryElsewhere(site, note);
    figures.push(
      `${checkCount} attempts with guesses, used codes, other browsers and other addresses: refused`,
    );
    console.log(`  ${figures.at(-1)}${faults.length > 0 ? ' (not all)' : ''}`);
    const comparison = await compareAddresses(site, compared, draw);
    faults.push(...comparison.faults);
    figures.push(comparison.figure);
    console.log(`  ${comparison.figure}`);
    const attack = await attackCodes(site, victims, { draw, requests });
    faults.push(...attack.faults);
    figures.push(attack.figure);
    console.log(`  ${attack.figure}`);
  } finally {
    await site.stop();
  }
  const stored = await site.countSessions();
  if (stored !== sessionCount)
    faults.push(`The database has ${stored} sessions, and owners of codes opened ${sessionCount}`);
  if (faults.length > 0) throw new OwnerError([`${faults.length} faults:`, ...faults].join('\n  '));
  return figures.join('; ');
}

const isRefused = ({ status, isIn }: Answer) => status === 401 && !isIn;
/** Another code than this one. */
const otherThan = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

/** The right code is refused once a browser has tried too many wrong ones, one after the other or together. */
async function guess(site: CodeSite, note: Note): Promise<void> {
  for (let index = 0; index < GUESSED_ADDRESSES; index += 1) {
    const email = `guessed${index}@members.example`;
    const { cookie } = await site.ask(email);
    const code = site.codeOf(email);
    note(/^\d{6}$/.test(code), `${email} got no code`);
    const attempts = Array.from({ length: ATTEMPTS }, (_, by) => otherThan(code, by + 1));
    const answers: Answer[] = [];
    if (index % 2 === 0)
      answers.push(...(await Promise.all(attempts.map((attempt) => site.enter(attempt, { cookie })))));
    else for (const attempt of attempts) answers.push(await site.enter(attempt, { cookie }));
    answers.forEach((answer) => note(isRefused(answer), `A wrong code of ${email}: ${answer.status}`));
    const right = await site.enter(code, { cookie });
    note(isRefused(right), `The right code of ${email} after ${ATTEMPTS} wrong ones: ${right.status}`);
  }
}

/** @returns how many sessions are right. */
async function replay(site: CodeSite, note: Note): Promise<number> {
  const email = 'replayed@members.example';
  const { cookie } = await site.ask(email);
  const code = site.codeOf(email);
  const together = await Promise.all([1, 2, 3].map(() => site.enter(code, { cookie })));
  const inCount = together.filter(({ isIn }) => isIn).length;
  note(inCount === 1, `A code that arrived three times at once let in ${inCount} times`);
  const again = await site.enter(code, { cookie });
  note(isRefused(again), `A used code: ${again.status}`);
  await site.ask(email);
  const next = await site.enter(code, { cookie });
  note(isRefused(next), `A used code after another one was sent: ${next.status}`);
  return 1;
}

/** @returns how many sessions are right. */
async function tryElsewhere(site: CodeSite, note: Note): Promise<number> {
  const [eve, ada] = ['eve@attackers.example', 'ada@members.example'];
  const ofEve = await site.ask(eve);
  const codeOfEve = site.codeOf(eve);
  const ofAda = await site.ask(ada);
  const codeOfAda = site.codeOf(ada);
  const refuse = async (what: string, answer: Promise<Answer>) => {
    const { status } = await answer;
    note(isRefused(await answer), `${what}: ${status}`);
  };
  await refuse('A code in a browser that asked for none', site.enter(codeOfAda));
  await refuse('A code with a made-up secret', site.enter(codeOfAda, { cookie: 'email_sign_in=x' }));
  if (codeOfAda !== codeOfEve) {
    await refuse('A code of Ada in the browser of Eve', site.enter(codeOfAda, { cookie: ofEve.cookie }));
    await refuse('A code of Eve in the browser of Ada', site.enter(codeOfEve, { cookie: ofAda.cookie }));
  }

  // Eve puts a secret that she knows into the browser of Ada, who then asks for a code.
  const planted = `email_sign_in=${'A'.repeat(43)}`;
  for (const fixed of [planted, ofEve.cookie]) {
    const asked = await site.ask(ada, { cookie: fixed });
    note(
      asked.cookie !== '' && asked.cookie !== fixed,
      'A request for a code kept the secret of the browser',
    );
    await refuse(
      'A code with a secret that Eve has planted',
      site.enter(site.codeOf(ada), { cookie: fixed }),
    );
  }

  // Eve names the address of Ada beside her own code.
  const named = await site.enter(codeOfEve, { cookie: ofEve.cookie }, { email: ada });
  if (named.isIn) {
    const text = await site.identitiesOf(tokenOf(named));
    note(text.includes(eve) && !text.includes(ada), `A code of Eve with the address of Ada: ${text}`);
    return 1;
  }
  note(named.status === 400 || named.status === 401, `A code with another address: ${named.status}`);
  return 0;
}

const tokenOf = ({ text }: Answer) => /"encrypted_token":"([^"]+)"/.exec(text)?.[1] ?? '';
