import { randomInt } from 'node:crypto';
import { newToken } from '@/server/base/token';
import type { CodeSite } from './codes-site';

const CONCURRENT = 16;
/** The client addresses of the attack. Each is in another network, because networks have limits, too. */
const CLIENT_ADDRESSES = 4_000;
/** What is asked for, not entered. */
const ASKED_SHARE = 0.2;
/** How many secrets of browsers are kept, the last ones. */
const SECRETS_MAX = 200;

type Attack = { requests: number; draw: () => number };

/**
 * Asks for codes to the addresses of accounts, from many client addresses, and enters guesses, codes of the attacker's own
 * inbox and codes that were guessed before, with secrets of these browsers, made-up ones and none.
 *
 * Chance lets in five of a million codes that are sent: here, at most 500 an hour.
 */
export async function attackCodes(
  site: CodeSite,
  victims: readonly string[],
  { requests, draw }: Attack,
): Promise<{ figure: string; faults: string[] }> {
  const own = 'attacker@attackers.example';
  const ofOwn = await site.ask(own);
  const ownCode = site.codeOf(own);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const cookies: string[] = [ofOwn.cookie];
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(draw() * values.length)];
  const chance = (share: number) => draw() < share;
  const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0');
  let sent = 0;
  const clientAddress = () => {
    const number = Math.floor(draw() * CLIENT_ADDRESSES);
    return { 'x-forwarded-for': `${11 + (number & 63)}.${number >> 6}.${number & 255}.9` };
  };
  const count = (kind: string, status: number) => {
    const key = `${kind} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  async function askOnce(): Promise<void> {
    const victim = pick(victims) ?? '';
    const answer = await site.ask(victim, clientAddress());
    count('asked', answer.status);
    if (answer.isIn) faults.push('A request for a code opened a session');
    if (answer.cookie !== '') cookies.push(answer.cookie);
    if (cookies.length > SECRETS_MAX) cookies.shift();
    site.forgetEmail(victim);
  }

  async function enterOnce(): Promise<void> {
    // The attacker's own secret takes the attacker's own code, so it is not one of these.
    const others = cookies.filter((cookie) => cookie !== ofOwn.cookie);
    const cookie = chance(0.1)
      ? ''
      : chance(0.1)
        ? `email_sign_in=${newToken()}`
        : (others[Math.floor(draw() * others.length)] ?? '');
    const code = chance(0.2) ? ownCode : randomCode();
    const answer = await site.enter(code, { ...clientAddress(), ...(cookie && { cookie }) });
    count('entered', answer.status);
    if (answer.isIn || answer.status === 200) faults.push(`The code ${code} let the attacker in`);
  }

  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (sent < requests) {
        sent += 1;
        if (chance(ASKED_SHARE)) await askOnce();
        else await enterOnce();
      }
    }),
  );
  const failed = [...counts].filter(([key]) => !/ (?:200|401|429)$/.test(key));
  if (failed.length > 0) faults.push(`Other answers of the attack: ${failed.join('; ')}`);
  const said = [...counts].toSorted().map(([key, number]) => `${number} ${key}`);
  return { figure: `${sent} requests of attackers: ${faults.length} ways in (${said.join(', ')})`, faults };
}
