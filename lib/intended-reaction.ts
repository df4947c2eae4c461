import * as z from 'zod/mini';
import { REACTION_KINDS } from './contract/reaction';

const key = 'intendedReaction';
/** Long enough to sign in, short enough that nobody is surprised by it. */
const lifeMs = 10 * 60 * 1000;

const intendedReaction = z.object({
  kind: z.enum(REACTION_KINDS),
  productId: z.string(),
  name: z.string(),
});
export type IntendedReaction = z.infer<typeof intendedReaction>;

const kept = z.extend(intendedReaction, { expiresAtMs: z.number() });

/** Keeps what a visitor pressed for this tab, also across a sign-in that leaves the site and comes back. */
export function rememberIntendedReaction(reaction: IntendedReaction): void {
  window.sessionStorage.setItem(key, JSON.stringify({ ...reaction, expiresAtMs: Date.now() + lifeMs }));
}

export function forgetIntendedReaction(): void {
  window.sessionStorage.removeItem(key);
}

/** What is to be carried out now that the visitor is signed in, once; undefined when nothing is, or it is too old. */
export function takeIntendedReaction(): IntendedReaction | undefined {
  const text = window.sessionStorage.getItem(key);
  forgetIntendedReaction();
  if (text === null) return undefined;
  try {
    const { expiresAtMs, ...reaction } = kept.parse(JSON.parse(text));
    return Date.now() < expiresAtMs ? reaction : undefined;
  } catch {
    return undefined;
  }
}
