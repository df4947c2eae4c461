import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { tabStorage } from './window';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';

const KEYS = {
  redirect: 'intendedRedirect',
  deletion: 'intendedDeletion',
  reaction: 'intendedReaction',
} as const;
/** Enough time to sign in. What is carried out later would surprise the member. */
const LIFE_MS = 10 * MINUTE_MS;

export function rememberIntendedRedirect(path: string): void {
  tabStorage.write(KEYS.redirect, path);
}

export function takeIntendedRedirect(): string {
  const destination = readIntendedRedirect();
  tabStorage.write(KEYS.redirect, null);
  return destination;
}

/** The stored destination: always a path of our own origin. */
export function readIntendedRedirect(): string {
  const path = tabStorage.read(KEYS.redirect);
  if (!path) return DEFAULT_DESTINATION;
  const target = canParseURL(path, window.location.origin)
    ? new URL(path, window.location.origin)
    : undefined;
  if (target?.origin !== window.location.origin) return DEFAULT_DESTINATION;
  // `/.//host` normalizes to `//host`, which is a URL of another host.
  if (target.pathname.startsWith('//')) return DEFAULT_DESTINATION;
  return target.pathname + target.search + target.hash;
}

export function rememberIntendedDeletion(userId: string): void {
  tabStorage.write(KEYS.deletion, `${Date.now() + LIFE_MS} ${userId}`);
}

export function forgetIntendedDeletion(): void {
  tabStorage.write(KEYS.deletion, null);
}

/** Whether this user, and no other, wanted to delete the account before signing in. Forgets it. */
export function takeIntendedDeletion(userId: string): boolean {
  const [expiresAtMs, intendedBy] = tabStorage.read(KEYS.deletion)?.split(' ') ?? [];
  forgetIntendedDeletion();
  return intendedBy === userId && Date.now() < Number(expiresAtMs);
}

export const REACTION_KINDS = ['upvote', 'bookmark'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];

export type IntendedReaction = { kind: ReactionKind; productId: string; name: string };

/** Stores a visitor's click for this tab, also across a sign-in on the provider's own page. */
export function rememberIntendedReaction(reaction: IntendedReaction): void {
  const { kind, productId, name } = reaction;
  tabStorage.write(KEYS.reaction, [Date.now() + LIFE_MS, kind, productId, name].join(' '));
}

export function forgetIntendedReaction(): void {
  tabStorage.write(KEYS.reaction, null);
}

/** Returns the reaction to carry out after the sign-in, and forgets it; undefined if there is none or it has expired. */
export function takeIntendedReaction(): IntendedReaction | undefined {
  const stored = /^(\d+) (\w+) ([\d-]+) (.+)$/s.exec(tabStorage.read(KEYS.reaction) ?? '');
  forgetIntendedReaction();
  if (!stored) return undefined;
  const [, expiresAtMs, storedKind, productId = '', name = ''] = stored;
  const kind = REACTION_KINDS.find((known) => known === storedKind);
  return kind && Date.now() < Number(expiresAtMs) ? { kind, productId, name } : undefined;
}
