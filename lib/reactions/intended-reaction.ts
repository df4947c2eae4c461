import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { tabStorage } from '@/lib/browser/storage';

/** What a member can do with a product. */
export const REACTION_KINDS = ['upvote', 'bookmark'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];

const KEY = 'intendedReaction';
/** Enough time to sign in. A reaction that is carried out later would surprise the visitor. */
const LIFE_MS = 10 * MINUTE_MS;

export type IntendedReaction = { kind: ReactionKind; productId: string; name: string };

/** Stores a visitor's click for this tab, also across a sign-in on the provider's own page. */
export function rememberIntendedReaction(reaction: IntendedReaction): void {
  const { kind, productId, name } = reaction;
  tabStorage.write(KEY, [Date.now() + LIFE_MS, kind, productId, name].join(' '));
}

export function forgetIntendedReaction(): void {
  tabStorage.write(KEY, null);
}

/** Returns the reaction to carry out after the sign-in, and forgets it; undefined if there is none or it has expired. */
export function takeIntendedReaction(): IntendedReaction | undefined {
  const stored = /^(\d+) (\w+) ([\d-]+) (.+)$/s.exec(tabStorage.read(KEY) ?? '');
  forgetIntendedReaction();
  if (!stored) return undefined;
  const [, expiresAtMs, storedKind, productId = '', name = ''] = stored;
  const kind = REACTION_KINDS.find((known) => known === storedKind);
  return kind && Date.now() < Number(expiresAtMs) ? { kind, productId, name } : undefined;
}
